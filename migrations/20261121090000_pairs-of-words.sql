-- Finds the orders that have two common words, which hardly ever stand together, without reading all that have one of them.
-- A million orders take half a minute, or two when
-- the machine is busy; the portal waits for it once, at its start.

-- Each pair of words of an order as a number, its building (`@12`) and its block of 16,384 ids (`#61`) among the words. Only
-- functions of pg_catalog, because an index is built and restored without a search path.
create function work_order_pairs(words tsvector, property_id bigint, id bigint) returns integer[]
language plpgsql immutable parallel safe cost 1000 as $$
declare
  mark text;
  hash integer;
  other integer;
  hashes integer[] := '{}';
  pairs integer[] := '{}';
begin
  foreach mark in array tsvector_to_array(words) || array['@' || property_id, '#' || (id >> 14)] loop
    hash := hashtext(mark);
    foreach other in array hashes loop
      pairs := pairs || (hash # other);
    end loop;
    hashes := hashes || hash;
  end loop;
  return pairs;
end $$;

-- Without the list of late entries, which each look-up would read from end to end.
create index work_orders_pairs on work_orders using gin (work_order_pairs(words, property_id, id)) with (fastupdate = off) where deleted_at is null;

-- Every word that an order has or had, so that the beginning of a word becomes the words that begin so.
create table work_order_vocabulary (word text collate "C" primary key);

insert into work_order_vocabulary select word from ts_stat('select words from work_orders');

create function learn_words_of_work_order() returns trigger language plpgsql as $$
begin
  insert into work_order_vocabulary
  select word from unnest(tsvector_to_array(new.words)) word
  where not exists (select from work_order_vocabulary known where known.word = word.word)
  on conflict do nothing;
  return null;
end $$;

create trigger words_of_work_orders_are_learned after insert or update of title, location on work_orders
for each row execute function learn_words_of_work_order();
