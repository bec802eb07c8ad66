-- A check that comes to null lets a row in: a text without a type, and a number that is none, passed these.
alter table public.articles
  drop constraint articles_body_check,
  add constraint articles_body_check check (body ->> 'type' is not distinct from 'doc');
alter table public.legal_document_versions
  drop constraint legal_document_versions_body_check,
  add constraint legal_document_versions_body_check check (body ->> 'type' is not distinct from 'doc');
alter table private.review_cards
  drop constraint review_cards_stability_check,
  add constraint review_cards_stability_check check (stability > 0 and stability < 'infinity');
