-- Whoever reviews what was confirmed sees whether a payment with its reference was entered already.
create index payments_by_reference on payments (method, lower(reference)) where reference <> '';
