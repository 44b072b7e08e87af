import type { SessionUser } from "#domains/accounts/contract.ts";
import { type Action, mayEver } from "#shared/permissions.ts";
import { paths } from "#web/paths.ts";
import type { KindName } from "../import-kinds.ts";

interface NextPage {
  label: string;
  href: string;
  /** The permission for the page, if not everybody who may import has it. */
  permission?: Action;
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
    { label: "See invitations", href: `${paths.users}?tab=invitations`, permission: "people.edit" },
    { label: "Import another file", href: paths.import },
  ],
} as const satisfies Record<KindName, readonly NextPage[]>;

/** The next steps after an import. */
export const afterImport = (kind: KindName, user: SessionUser): readonly NextPage[] =>
  next[kind].filter(({ permission }: NextPage) => permission === undefined || mayEver(user, permission));
