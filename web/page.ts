import type { ComponentType } from "react";
import type { Action } from "#shared/permissions.ts";
import type { Role } from "#shared/roles.ts";
import type { LucideIcon } from "#web/icons.ts";

/**
 * Who can open a page. `public`: people who aren't signed in, without the layout. Signed-in users are
 * redirected to the dashboard. These pages have no query client, so they use `useResponse` and `call`.
 * `open`: everyone, without the layout. An action: signed-in users whose role allows it, inside the layout.
 * For others, the router shows Access Denied (ROLE-15).
 */
export type Access = "public" | "open" | Action;

/** The paths, access, and code of a page. Loaded at the start, so it must stay small. */
export interface Page {
  /**
   * The paths of the page. `:id` is a parameter, `:id?` an optional parameter, and `.*` matches anything
   * (NAV-04, NAV-05). Letter case and a trailing slash don't matter. Links in the sidebar and the search use
   * the first path.
   */
  patterns: readonly [string, ...string[]];
  access: Access;
  load: () => Promise<{ default: ComponentType }>;
}

/** The pages of a domain, by name. */
export type Pages = Readonly<Record<string, Page>>;

/** A page's title, help, and entries in the sidebar and the search. Loaded with the layout. */
export interface PageInfo {
  title: string;
  /** The page's purpose, shown in the help (NAV-31). */
  description: string;
  /** Tips for using the page, shown in the help. */
  tips?: readonly Tip[];
  /** The page's entry in the sidebar and the search. Pages for a single record don't have an entry. */
  entry?: PageEntry;
  /** Other search results that lead to the page. */
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
  /** Additional words by which the search finds the page. */
  searchWords: string;
  /** Set if fewer people see the entry than can open the page. */
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
  /** Whether the page's title is shown next to the result. */
  isPartOfPage?: true;
}

/** The names of the pages inside the layout. */
type LayoutPageName<P extends Pages> = {
  [Name in keyof P]: P[Name]["access"] extends "public" | "open" ? never : Name;
}[keyof P];

/** A page inside the layout, with its title, help, and entries. */
export interface DescribedPage extends PageInfo {
  page: Page;
  /** The URL that links to the page use. */
  href: string;
  /** Users whose role allows this action can open it. */
  action: Action;
}

/** Combines the pages of a domain with their page info, which every page inside the layout must have. */
export const describePages = <P extends Pages>(
  pages: P,
  infos: Readonly<Record<LayoutPageName<P>, PageInfo>>,
): DescribedPage[] =>
  Object.entries<Page>(pages).flatMap(([name, page]) => {
    const action = getRequiredAction(page);
    if (action === undefined) return [];
    const href = page.patterns[0].replace(/\/:[a-z]+\?$/, "");
    return [{ ...infos[name as LayoutPageName<P>], page, href, action }];
  });

/** Returns the action a page requires, or undefined for pages outside the layout. */
export const getRequiredAction = ({ access }: Page): Action | undefined =>
  access === "public" || access === "open" ? undefined : access;
