-- The outbox for operators: which mails are tried again and when, what was taken out of them, and lists of a million.

alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check check (state in ('queued', 'retrying', 'sent', 'kept', 'failed'));
alter table mails
  -- Of a mail that could not be sent yet.
  add column next_try_at timestamptz,
  -- Taken out of the kept texts once it is sent, as the link is.
  add column one_time_code text,
  -- The link or code was taken out, so that the texts are of no use to anybody any more.
  add column is_cut boolean not null default false,
  -- The page where its reader ends mails of this kind, of which a mail program knows too.
  add column unsubscribe_path text;

update mails set is_cut = true where one_time_link is null and state = 'sent' and text_body like '%(link removed)%';
-- A mail that failed was tried again for four days.
update mails set state = 'retrying' where state = 'failed' and created_at > now() - interval '4 days';

create index mails_by_day on mails (created_at, id) include (state);
create index mails_waiting on mails (created_at) where state in ('queued', 'retrying');
create index mails_words on mails using gin (lower(to_address || ' ' || subject) gin_trgm_ops);

create function count_mails() returns trigger language plpgsql as $$
declare steps list_step[] := '{}';
begin
  if tg_op <> 'INSERT' then
    steps := array(select (id, null, array[state], -1)::list_step from before_rows);
  end if;
  if tg_op <> 'DELETE' then
    steps := steps || array(select (id, null, array[state], 1)::list_step from after_rows);
  end if;
  perform add_to_list_counts('mails', steps);
  return null;
end $$;
create trigger mails_are_counted_in after insert on mails referencing new table as after_rows for each statement execute function count_mails();
create trigger mails_are_counted_again after update on mails referencing old table as before_rows new table as after_rows for each statement execute function count_mails();
create trigger mails_are_counted_out after delete on mails referencing old table as before_rows for each statement execute function count_mails();

insert into list_counts (list, place, facet, block, count, is_folded)
select 'mails', 0, facet, (id >> 16)::integer, count(*), true
from mails cross join lateral unnest(array[state, '']) facet group by 3, 4;
analyze list_counts;
