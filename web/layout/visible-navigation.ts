import type { SessionUser } from "#domains/accounts/contract.ts";
import { canEver } from "#shared/permissions.ts";
import { type NavigationEntry, type NavigationSection, navigation } from "#web/layout/navigation.ts";

/** Returns the user's sidebar without empty sections (ROLE-11 to ROLE-13). */
export const navigationFor = (user: SessionUser): NavigationSection[] =>
  (user.twoFactorMissing === true ? [] : navigation)
    .map((section) => ({ ...section, entries: section.entries.filter((entry) => isVisibleTo(entry, user)) }))
    .filter((section) => section.entries.length > 0);

/** Whether the user has this entry in the sidebar or the search. */
export const isVisibleTo = (
  { roles, needs }: Pick<NavigationEntry, "roles" | "needs">,
  user: SessionUser,
): boolean =>
  (roles === undefined || roles.includes(user.role)) && (needs === undefined || canEver(user, needs));

/** Whether `path` is the page at `href` or a page below it. */
export function isCurrentPage(href: string, path: string): boolean {
  const current = path.toLowerCase().replace(/\/+$/, "");
  return current === href || current.startsWith(`${href}/`) || (current === "" && href === "/dashboard");
}
