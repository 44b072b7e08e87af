-- Words a mistyped one may have meant. Those of orders and of the text of documents are kept already; these are
-- the words of names and titles. Shown to nobody before they have found something for who asks.
create table search_vocabulary (word text collate "C" primary key);

-- A short word and one with a digit is never guessed, and nobody means a very long one.
create function learn_search_words(texts text[]) returns void language sql as $$
  insert into search_vocabulary
  select word from (
    select distinct word from unnest(texts) text cross join lateral unnest(words_of_text(text)) word
    where length(word) between 4 and 24 and word !~ '[[:digit:]]'
  ) words
  where not exists (select from search_vocabulary known where known.word = words.word)
  order by word
  on conflict do nothing
$$;

-- Both take what of the record `fresh` is learnt. New records all at once, so that a large import learns its words in one order.
create function learn_words_of_new_records() returns trigger language plpgsql as $$
declare
  texts text[];
begin
  execute format('select array_agg(%s) from fresh', tg_argv[0]) into texts;
  perform learn_search_words(texts);
  return null;
end $$;
create function learn_words_of_changed_record() returns trigger language plpgsql as $$
declare
  texts text[];
begin
  execute format('select array[%s] from (select ($1).*) fresh', tg_argv[0]) using new into texts;
  perform learn_search_words(texts);
  return null;
end $$;

create trigger names_of_new_people_are_learned after insert on users
  referencing new table as fresh for each statement execute function learn_words_of_new_records('fresh.full_name');
create trigger changed_names_of_people_are_learned after update of full_name on users
  for each row execute function learn_words_of_changed_record('fresh.full_name');
create trigger names_of_new_companies_are_learned after insert on companies
  referencing new table as fresh for each statement execute function learn_words_of_new_records('fresh.name');
create trigger changed_names_of_companies_are_learned after update of name on companies
  for each row execute function learn_words_of_changed_record('fresh.name');
create trigger names_of_new_properties_are_learned after insert on properties
  referencing new table as fresh for each statement
  execute function learn_words_of_new_records($$concat_ws(' ', fresh.name, fresh.address, fresh.city)$$);
create trigger changed_names_of_properties_are_learned after update of name, address, city on properties
  for each row execute function learn_words_of_changed_record($$concat_ws(' ', fresh.name, fresh.address, fresh.city)$$);
create trigger titles_of_new_documents_are_learned after insert on documents
  referencing new table as fresh for each statement execute function learn_words_of_new_records('fresh.title');
create trigger changed_titles_of_documents_are_learned after update of title on documents
  for each row execute function learn_words_of_changed_record('fresh.title');

-- The nearest word is looked up among words, never among records.
create index search_vocabulary_letters on search_vocabulary using gin (word gin_trgm_ops) with (fastupdate = off);
create index work_order_vocabulary_letters on work_order_vocabulary using gin (word gin_trgm_ops) with (fastupdate = off);
create index document_vocabulary_letters on document_vocabulary using gin (word gin_trgm_ops) with (fastupdate = off);
