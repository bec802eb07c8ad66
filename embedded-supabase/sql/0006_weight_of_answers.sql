-- What REST puts its answers together with. Its statements run as the caller, so every API role may use it.
create schema if not exists rest;
comment on schema rest is 'Help for the statements of REST; nothing in it reads a table.';
grant usage on schema rest to anon, authenticated, service_role;

-- An answer is weighed part by part while it grows: measured at its end, it would have filled the memory already.
create function rest.weigh(part anyelement) returns anyelement
language plpgsql strict volatile parallel unsafe as $$
declare
  weight bigint := coalesce(nullif(current_setting('rest.weight', true), ''), '0')::bigint + pg_column_size(part);
begin
  if weight > current_setting('rest.most_weight')::bigint then
    raise sqlstate 'PT413' using message = 'The answer is too large',
      hint = 'Ask for fewer rows or columns, or page through them with limit and offset.';
  end if;
  perform set_config('rest.weight', weight::text, true);
  return part;
end $$;
comment on function rest.weigh(anyelement) is
  'Gives back what it gets; refuses with PT413 (status 413) when the parts of one transaction weigh more than rest.most_weight bytes.';
revoke all on function rest.weigh(anyelement) from public;
grant execute on function rest.weigh(anyelement) to anon, authenticated, service_role;
