create function private.formula_fits(input text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  functions constant jsonb := '{"round": [1, 2], "floor": [1, 1], "ceil": [1, 1], "abs": [1, 1], "min": [1, 8], "max": [1, 8],
    "if": [3, 3], "sqrt": [1, 1], "ln": [1, 1], "sum": [4, 4]}';
  rest text := ltrim(input, ' ');
  token text;
  wants_number boolean := true;
  -- Of each bracket that is open the function that it belongs to, empty for none, and how many parts it has so far.
  opened text[] := '{}';
  parts integer[] := '{}';
  deep integer;
begin
  if char_length(input) not between 1 and 300 then
    return false;
  end if;
  while rest <> '' loop
    token := substring(rest from
      '^(?:\d{1,15}(?:\.\d{1,10})?|[A-Za-z][A-Za-z0-9_]{0,30}|[א-ת](?:[א-ת׳״''"־ ]{0,58}[א-ת׳])?|<=|>=|[-+*/^(),<>=≈%])');
    if token is null then
      return false;
    end if;
    rest := ltrim(substr(rest, char_length(token) + 1), ' ');
    deep := cardinality(opened);
    if wants_number then
      if token ~ '^[A-Za-z]' and rest ~ '^\(' then
        if not functions ? token then
          return false;
        end if;
        opened := opened || token;
        parts := parts || 1;
        rest := ltrim(substr(rest, 2), ' ');
      elsif token = '(' then
        opened := opened || ''::text;
        parts := parts || 1;
      elsif token ~ '^[A-Za-z0-9א-ת]' then
        wants_number := false;
      elsif token <> '-' then
        return false;
      end if;
    elsif token = ')' then
      if deep = 0 or (opened[deep] <> '' and parts[deep] not between (functions -> opened[deep] ->> 0)::integer
        and (functions -> opened[deep] ->> 1)::integer) then
        return false;
      end if;
      opened := trim_array(opened, 1);
      parts := trim_array(parts, 1);
    elsif token = ',' then
      if deep = 0 or opened[deep] = '' then
        return false;
      end if;
      parts[deep] := parts[deep] + 1;
      wants_number := true;
    elsif token <> '%' then
      if token !~ '^(<=|>=|[-+*/^<>=≈])$' then
        return false;
      end if;
      wants_number := true;
    end if;
    if cardinality(opened) > 20 then
      return false;
    end if;
  end loop;
  return not wants_number and cardinality(opened) = 0;
end $$;
comment on function private.formula_fits(text) is
  'Whether a text can be read as a formula: numbers, names, Hebrew words, signs, brackets and ten functions, 300 letters and twenty brackets deep at most.';
