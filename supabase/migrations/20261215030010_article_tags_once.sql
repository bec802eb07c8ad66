-- An article has a tag once, whoever writes it: until now only drafts said so.
create function private.are_different(words text[]) returns boolean
language sql immutable set search_path = '' return
  (select count(distinct lower(word)) = count(*) from unnest(words) as word);
comment on function private.are_different(text[]) is 'Whether no word stands twice, however it is written.';
revoke execute on function private.are_different(text[]) from public;
grant execute on function private.are_different(text[]) to authenticated, service_role;
update public.articles set tags = array(
    select firsts.word from (
      select distinct on (lower(words.word)) words.word, words.place
      from unnest(articles.tags) with ordinality as words (word, place) order by lower(words.word), words.place) as firsts
    order by firsts.place)
  where not private.are_different(articles.tags);
alter table public.articles add constraint articles_tags_once check (private.are_different(tags));
