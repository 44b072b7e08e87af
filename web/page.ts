import type { ComponentType } from "react";
import type { Action } from "#shared/permissions.ts";
import type { Role } from "#shared/roles.ts";
import type { LucideIcon } from "#web/icons.ts";

/**
 * Who can open a page. `public`: visitors without a session, without the layout. Signed-in users are redirected
 * to the dashboard. These pages have no query client, so they use `useResponse` and `call`. `open`: everyone,
 * without the layout. An action: signed-in users whose role can have it, inside the layout. Others see Access
 * Denied (ROLE-15).
 */
export type Access = "public" | "open" | Action;

/** What it takes to open a page. Loaded at the start, so it has to stay small. */
export interface Page {
  /**
   * Paths, in which `:id` is a parameter, `:id?` an optional one, and `.*` any continuation (NAV-04, NAV-05).
   * Letter case and a trailing slash don't matter. Links in the sidebar and the search lead to the first one.
   */
  patterns: readonly [string, ...string[]];
  access: Access;
  load: () => Promise<{ default: ComponentType }>;
}

/** The pages of a domain, by name. */
export type Pages = Readonly<Record<string, Page>>;

/** How people find a page, and the help about it. Loaded with the layout. */
export interface PageInfo {
  title: string;
  /** The page's purpose, as the help shows it (NAV-31). */
  description: string;
  /** What can be done on the page. */
  tips?: readonly Tip[];
  /** Its entry in the sidebar and the search. Pages of one record have none. */
  entry?: PageEntry;
  /** Further results of the search that lead to the page. */
  searchResults?: readonly SearchResult[];
}

interface Tip {
  text: string;
  permission?: Action;
  roles?: readonly Role[];
}

export interface PageEntry {
  /** The section of the sidebar, or `Search` for a page that only the search offers. */
  place: "Main" | "Property Management" | "Admin" | "Search";
  icon: LucideIcon;
  /** More words by which the search finds the page. */
  searchWords: string;
  /** If fewer people see the entry than can open the page. */
  permission?: Action;
  /** The count next to the entry (see counts.ts). */
  count?: "open-work-orders" | "approvals";
}

/** A result of the search, found by typing one of its words. */
export interface SearchResult {
  group: "Pages" | "Settings";
  label: string;
  searchWords: string;
  icon: LucideIcon;
  href: string;
  permission: Action;
  roles?: readonly Role[];
  /** Whether the title of its page is shown next to it. */
  isPartOfPage?: true;
}

/** The names of the pages inside the layout. */
type LayoutPageName<P extends Pages> = {
  [Name in keyof P]: P[Name]["access"] extends "public" | "open" ? never : Name;
}[keyof P];

/** A page inside the layout, with what is known about it. */
export interface DescribedPage extends PageInfo {
  page: Page;
  /** Where its links lead. */
  href: string;
  /** Users whose role can have this action can open it. */
  action: Action;
}

/** Joins the pages of a domain with what is known about them. Every page inside the layout needs a help text. */
export const describePages = <P extends Pages>(
  pages: P,
  infos: Readonly<Record<LayoutPageName<P>, PageInfo>>,
): DescribedPage[] =>
  Object.entries<Page>(pages).flatMap(([name, page]) => {
    const action = requiredAction(page);
    if (action === undefined) return [];
    const href = page.patterns[0].replace(/\/:[a-z]+\?$/, "");
    return [{ ...infos[name as LayoutPageName<P>], page, href, action }];
  });

/** The action a page requires, or undefined for pages outside the layout. */
export const requiredAction = ({ access }: Page): Action | undefined =>
  access === "public" || access === "open" ? undefined : access;
