set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.are_captions(list jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when jsonb_typeof(list) is distinct from 'array' or jsonb_array_length(list) > 6 then false
    when list @? 'strict $[*] ? (@.type() != "object")' then false
    else not exists (
      select from jsonb_array_elements(list) as track
      where coalesce(track ->> 'lang', '') !~ '^[a-z]{2}$' or coalesce(track ->> 'label', '') !~ '^\S.{0,59}$'
        or coalesce(track ->> 'vtt', '') !~ '^WEBVTT' or octet_length(track ->> 'vtt') > 300000)
      and (select count(*) = count(distinct track ->> 'lang') from jsonb_array_elements(list) as track)
  end
$function$;

COMMENT ON FUNCTION "private"."are_captions"(jsonb) IS 'A list of at most six tracks [{lang, label, vtt}], one a language, each a WebVTT text of 300 kB at most.';
