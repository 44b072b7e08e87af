-- Finding documents among a million (decision 025): lists in their order from indexes, and one index of all that a search asks.

-- Lists that one type or the papers for everybody in a building make up.
create index documents_of_type on documents (type, id) include (property_id) where trashed_at is null;
create index documents_of_property_and_type on documents (property_id, type, id) where trashed_at is null;
create index documents_for_everybody on documents (property_id, id) include (type) where trashed_at is null and visibility = 'building';
-- What technicians uploaded besides the papers of maintenance, which they see anyway.
create index documents_beside_maintenance on documents (created_by_id, id) include (property_id) where trashed_at is null and type <> 'Maintenance';

-- What a search may ask of a document, as marks and words of one index: so that words and reach are one look-up, however
-- common each of them is. Words are letters and digits, so that no word is ever taken for a mark.
create table document_words (
  document_id bigint primary key,
  property_id bigint not null,
  words tsvector not null,
  foreign key (document_id, property_id) references documents (id, property_id) on delete cascade
);
create index document_words_found on document_words using gin (words) with (fastupdate = off);

-- Every word that a text has or had, so that the beginning of a word becomes the words that begin so.
create table document_vocabulary (word text collate "C" primary key);

create function words_of_text(text text) returns text[] language sql immutable parallel safe as $$
  select array_remove(regexp_split_to_array(lower(text), '[^[:alnum:]]+'), '')
$$;

-- Each beginning of each word (`<ins`), up to 16 letters and whole; and each two words by their first three letters (`ins+lea`),
-- because two that many titles have may hardly ever stand in one.
create function words_of_title(title text) returns tsvector language sql immutable parallel safe as $$
  with words as (select distinct word from unnest(words_of_text(title)) word),
  starts as (select distinct left(word, 3) as start from words where length(word) > 2)
  select array_to_tsvector(array(
    select distinct mark from (
      select '<' || left(word, length) from words cross join lateral generate_series(1, least(16, length(word))) length
      union all select '<' || word from words where length(word) > 16
      union all select a.start || '+' || b.start from starts a join starts b on a.start < b.start collate "C"
    ) marks (mark)))
$$;

-- Its building (`=p1`), unit (`=n1`), lease (`=e1`) and type (`=Lease`); the papers for everybody in a building (`=b1`), for the
-- members of a lease (`=l1`), of an uploader (`=u1`), of a building's maintenance (`=m1`); its block of 2,048 ids (`#1`).
create function marks_of_document(d documents) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(array[
    '=p' || d.property_id, '=n' || d.unit_id, '=e' || d.lease_id, '=' || d.type, '=u' || d.created_by_id, '#' || (d.id >> 11),
    case d.visibility when 'building' then '=b' || d.property_id when 'lease' then '=l' || d.lease_id end,
    case d.type when 'Maintenance' then '=m' || d.property_id end], null))
$$;

-- Whoever writes waits for who changes the same document, so that the last one knows both title and text.
create function write_document_words(about bigint) returns void language plpgsql as $$
begin
  perform from documents where id = about for no key update;
  delete from document_words where document_id = about
    and exists (select from documents where id = about and trashed_at is not null);
  insert into document_words (document_id, property_id, words)
  select d.id, d.property_id, marks_of_document(d) || words_of_title(d.title)
    || coalesce((select array_to_tsvector(array(select distinct word from unnest(words_of_text(t.text)) word where length(word) <= 64))
        from document_texts t where t.document_id = d.id), '')
  from documents d where d.id = about and d.trashed_at is null
  on conflict (document_id) do update set words = excluded.words;
end $$;

create function document_is_to_be_found() returns trigger language plpgsql as $$
begin
  perform write_document_words(new.id);
  return null;
end $$;
create trigger documents_are_to_be_found after insert on documents for each row execute function document_is_to_be_found();
create trigger documents_are_found_as_they_are after update on documents for each row
  when ((old.title, old.type, old.visibility, old.unit_id, old.lease_id, old.trashed_at)
    is distinct from (new.title, new.type, new.visibility, new.unit_id, new.lease_id, new.trashed_at))
  execute function document_is_to_be_found();

create function text_is_to_be_found() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform write_document_words(old.document_id);
    return null;
  end if;
  insert into document_vocabulary
  select word from (select distinct word from unnest(words_of_text(new.text)) word where length(word) <= 64) words
  where not exists (select from document_vocabulary known where known.word = words.word)
  order by word
  on conflict do nothing;
  perform write_document_words(new.document_id);
  return null;
end $$;
create trigger texts_are_to_be_found after insert or delete or update of text on document_texts
  for each row execute function text_is_to_be_found();

select write_document_words(id) from documents;
