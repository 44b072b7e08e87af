import { sql } from "kysely";

/** The terms of the lease `l` and its amendments, as JSON of `EffectiveTerms[]`. */
export const leaseTermsVersions = sql`(
  select coalesce(json_agg(json_build_object('number', t.number, 'from', t.starts_on, 'terms', t.terms) order by t.number), '[]')
  from lease_terms t where t.lease_id = l.id)`;
