-- Staff write content and settings by functions alone, which ask for the permission, check the fields and keep versions.
revoke insert, update, delete on
  public.app_settings, public.articles, public.authors, public.categories, public.courses, public.lesson_contents, public.lessons
from authenticated;
-- A choice is recorded by `record_cookie_choice`, `save_profile` and the column of the profile.
revoke insert on public.consent_events from authenticated;

drop policy app_settings_insert_manager on public.app_settings;
drop policy app_settings_update_manager on public.app_settings;
drop policy app_settings_delete_manager on public.app_settings;
drop policy articles_insert_manager on public.articles;
drop policy articles_update_manager on public.articles;
drop policy articles_delete_manager on public.articles;
drop policy authors_insert_manager on public.authors;
drop policy authors_update_manager on public.authors;
drop policy authors_delete_manager on public.authors;
drop policy categories_insert_manager on public.categories;
drop policy categories_update_manager on public.categories;
drop policy categories_delete_manager on public.categories;
drop policy consent_events_insert_own on public.consent_events;
drop policy courses_insert_manager on public.courses;
drop policy courses_update_manager on public.courses;
drop policy lesson_contents_insert_manager on public.lesson_contents;
drop policy lesson_contents_update_manager on public.lesson_contents;
drop policy lesson_contents_delete_manager on public.lesson_contents;
drop policy lessons_insert_manager on public.lessons;
drop policy lessons_update_manager on public.lessons;
