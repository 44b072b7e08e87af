-- Which documents have the words and marks that very many have, as a bit for each of 8,192 ids (decision 034): what has two such
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

-- Whether a document is within reach is then asked of an index.
create index document_words_scope on document_words (id) include (property_id, unit_id, lease_id, visibility, type, created_by_id);

-- PostgreSQL then lists the 2,500 most common words instead of 1,000.
alter table document_words alter column words set statistics 250;
