-- A picture lies inside the site or on the web; anything else, such as a script, would only break the page that shows it.
-- Rows of before are left alone: the pages show them without a picture.
create function private.is_picture_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select address = '' or (address ~* '^(/[^/\\]|https?://[^/\s])' and address !~ '[\s<>"]' and length(address) <= 2000)
$$;
comment on function private.is_picture_address(text) is 'A path inside the site, an address on the web, or none.';
revoke execute on function private.is_picture_address(text) from public;
grant execute on function private.is_picture_address(text) to authenticated, service_role;

alter table public.authors add constraint authors_image_url_check check (private.is_picture_address(image_url)) not valid;
alter table public.courses add constraint courses_thumbnail_url_check check (private.is_picture_address(thumbnail_url)) not valid;
alter table public.courses add constraint courses_author_image_url_check check (private.is_picture_address(author_image_url)) not valid;
alter table public.articles add constraint articles_cover_url_check check (private.is_picture_address(cover_url)) not valid;
alter table public.lesson_contents add constraint lesson_contents_poster_url_check check (private.is_picture_address(poster_url)) not valid;
