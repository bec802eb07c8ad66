-- What stands in the address of a request that carries a key or a token has a form that leads nowhere else, also where it
-- was written past the editors: the folder of a course at Vimeo, and the file of a lesson.
update public.courses set vimeo_folder_id = null where vimeo_folder_id !~ '^[0-9]{0,20}$';
update public.lesson_contents set video_ref = null
where provider = 'file' and video_ref <> '' and (video_ref ~ '(^|/)[.]{0,2}(/|$)' or video_ref ~ '[[:cntrl:]\\]');

alter table public.courses add constraint courses_vimeo_folder_check check (vimeo_folder_id ~ '^[0-9]{0,20}$');
alter table public.lesson_contents add constraint lesson_contents_file_path_check check (
  provider <> 'file' or video_ref is null or video_ref = '' or (video_ref !~ '(^|/)[.]{0,2}(/|$)' and video_ref !~ '[[:cntrl:]\\]'));
