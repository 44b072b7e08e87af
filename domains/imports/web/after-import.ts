import type { SessionUser } from "#domains/accounts/contract.ts";
import { type Action, mayEver } from "#shared/permissions.ts";
import { paths } from "#web/paths.ts";
import type { KindName } from "../import-kinds.ts";

interface Way {
  label: string;
  href: string;
  /** Not everybody who may import has the page. */
  needs?: Action;
}

const next = {
  properties: [
    { label: "Import units", href: `${paths.import}?kind=units` },
    { label: "See properties", href: paths.properties },
  ],
  units: [
    { label: "Import leases", href: `${paths.import}?kind=leases` },
    { label: "See properties", href: paths.properties },
  ],
  leases: [
    { label: "See leases", href: paths.leases },
    { label: "Import people", href: `${paths.import}?kind=people` },
  ],
  people: [
    { label: "See invitations", href: `${paths.users}?tab=invitations`, needs: "people.edit" },
    { label: "Import another file", href: paths.import },
  ],
} as const satisfies Record<KindName, readonly Way[]>;

/** Where one goes once the rows are written. */
export const afterImport = (kind: KindName, user: SessionUser): readonly Way[] =>
  next[kind].filter(({ needs }: Way) => needs === undefined || mayEver(user, needs));
