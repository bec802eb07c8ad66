-- Changes and notes have the time of the clock, as messages do: what one answer says and does has one order in the thread.
alter table private.support_events alter column created_at set default clock_timestamp();
alter table private.support_notes alter column created_at set default clock_timestamp();
