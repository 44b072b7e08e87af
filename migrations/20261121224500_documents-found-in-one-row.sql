-- What a search finds is asked for its reach in the same row, so that a hit is one look instead of three.

alter table document_words rename column document_id to id;
alter table document_words
  add column unit_id bigint,
  add column lease_id bigint,
  add column visibility text,
  add column type text,
  add column created_by_id bigint;
update document_words w set (unit_id, lease_id, visibility, type, created_by_id) =
  (select d.unit_id, d.lease_id, d.visibility, d.type, d.created_by_id from documents d where d.id = w.id);
alter table document_words
  alter column visibility set not null,
  alter column type set not null,
  alter column created_by_id set not null;

create or replace function write_document_words(about bigint) returns void language plpgsql as $$
begin
  perform from documents where id = about for no key update;
  delete from document_words where id = about
    and exists (select from documents where id = about and trashed_at is not null);
  insert into document_words (id, property_id, unit_id, lease_id, visibility, type, created_by_id, words)
  select d.id, d.property_id, d.unit_id, d.lease_id, d.visibility, d.type, d.created_by_id, marks_of_document(d) || words_of_title(d.title)
    || coalesce((select array_to_tsvector(array(select distinct word from unnest(words_of_text(t.text)) word where length(word) <= 64))
        from document_texts t where t.document_id = d.id), '')
  from documents d where d.id = about and d.trashed_at is null
  on conflict (id) do update set (unit_id, lease_id, visibility, type, words) =
    (excluded.unit_id, excluded.lease_id, excluded.visibility, excluded.type, excluded.words);
end $$;
