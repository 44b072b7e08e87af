import type { SessionUser } from "#domains/accounts/contract.ts";
import { mayEver } from "#shared/permissions.ts";
import { type NavigationEntry, type NavigationSection, navigation } from "#web/layout/navigation.ts";

/** The user's sidebar; a section without entries is not drawn (ROLE-11 to ROLE-13). */
export const navigationFor = (user: SessionUser): NavigationSection[] =>
  (user.secondFactorMissing === true ? [] : navigation)
    .map((section) => ({ ...section, entries: section.entries.filter((entry) => isFor(entry, user)) }))
    .filter((section) => section.entries.length > 0);

const isFor = ({ roles, needs }: NavigationEntry, user: SessionUser) =>
  (roles === undefined || roles.includes(user.role)) && (needs === undefined || mayEver(user, needs));

/** Whether `path` is the entry's page or one below it. */
export function isCurrent(entry: NavigationEntry, path: string): boolean {
  const here = path.toLowerCase().replace(/\/+$/, "");
  return (
    here === entry.href || here.startsWith(`${entry.href}/`) || (here === "" && entry.href === "/dashboard")
  );
}
