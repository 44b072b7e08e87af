-- What a search may ask of a document, as marks and words of one index: so that words and reach are one look-up, however
-- common each of them is. Words are letters and digits, so that no word is ever taken for a mark.
create table document_words (
  id bigint primary key,
  property_id bigint not null,
  unit_id bigint,
  lease_id bigint,
  visibility text not null,
  type text not null,
  created_by_id bigint not null,
  words tsvector not null,
  foreign key (id, property_id) references documents (id, property_id) on delete cascade
);
create index document_words_found on document_words using gin (words) with (fastupdate = off);
create index document_words_scope on document_words (id) include (property_id, unit_id, lease_id, visibility, type, created_by_id);
-- PostgreSQL then lists the 2,500 most common words instead of 1,000.
alter table document_words alter column words set statistics 250;

-- Every word that a text has or had, so that the beginning of a word becomes the words that begin so.
create table document_vocabulary (word text collate "C" primary key);

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

-- Which documents have the words and marks that very many have, as a bit for each of 8,192 ids: what has two such
-- words is then known in a millisecond, where the index of words goes through both lists from end to end.
create table document_common_words (
  word text collate "C" primary key,
  -- Until all of these blocks were gone through, a search does without the word's bits.
  blocks_done integer not null default 0,
  is_complete boolean not null default false
);
create table document_word_bits (
  word text collate "C" not null references document_common_words,
  block integer not null,
  bits bit(8192) not null,
  primary key (word, block)
);

-- Documents whose words were written since their bits were, and the words they lost; a search asks these documents themselves.
-- Writers add to it and never wait for each other.
create table document_words_written (
  id bigint generated always as identity primary key,
  document_id bigint not null,
  lost text[] not null
);

create function words_were_written() returns trigger language plpgsql as $$
begin
  insert into document_words_written (document_id, lost) select
    case tg_op when 'DELETE' then old.id else new.id end,
    case tg_op when 'INSERT' then '{}' when 'DELETE' then tsvector_to_array(old.words)
      else array(select unnest(tsvector_to_array(old.words)) except select unnest(tsvector_to_array(new.words))) end;
  return null;
end $$;
create trigger words_are_given_bits after insert or delete or update of words on document_words
  for each row execute function words_were_written();
