-- Whether a list of chapters can be shown: titles in the order of time, the first from the start of the video.
create function private.are_chapters(list jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(list) <> 'array' then false
    when list @? 'strict $[*] ? (@.type() != "object")' then false
    when list @? '$[*] ? (!(
        @.start.type() == "number" && @.start >= 0 && @.start < 86400 && @.start.floor() == @.start
        && @.title.type() == "string" && @.title like_regex "^\\S.{0,79}$"))' then false
    when jsonb_array_length(list) > 40 then false
    when (list -> 0 ->> 'start')::numeric <> 0 then false
    else not exists (
      select from (
        select (chapter ->> 'start')::numeric - lag((chapter ->> 'start')::numeric) over (order by place) as step
        from jsonb_array_elements(list) with ordinality as entries (chapter, place)) as steps
      where steps.step <= 0)
  end
$$;
comment on function private.are_chapters(jsonb) is
  'A list of at most 40 chapters [{start, title}]: whole seconds that rise from 0, titles of 1 to 80 characters.';
revoke execute on function private.are_chapters(jsonb) from public;
grant execute on function private.are_chapters(jsonb) to authenticated, service_role;

alter table public.lesson_contents
  add column previews_url text
    constraint lesson_contents_previews_url_check check (private.is_picture_address(previews_url)),
  add column chapters jsonb not null default '[]'
    constraint lesson_contents_chapters_check check (private.are_chapters(chapters));
comment on column public.lesson_contents.previews_url is
  'Sheet of small pictures of the video for its timeline: 160 by 90 pixels, six a row from the left, one every five seconds.';
comment on column public.lesson_contents.chapters is
  'Chapters of the video, [{start, title}]: a chapter lasts until the next one.';
