import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearch } from "wouter";
import * as z from "zod/mini";
import { useIsSetByUser, withQuery } from "#web/list/use-list-url.ts";
import { useCan } from "#web/session/session.tsx";
import { usePreference } from "#web/use-preference.ts";
import { workOrdersPath } from "../../paths.ts";
import { useIsTechnician } from "./my-work-toggle.tsx";
import { toViewPath, viewsQuery } from "./view-query.ts";

/**
 * Returns where the list opens if the URL has no filters: the default view, or a technician's own work orders.
 * The browser remembers whether there is a default view, so that users without one don't wait for the views.
 */
export function useInitialView(): "here" | "waiting" | { path: string } {
  const canUseViews = useCan("work-orders.use-views");
  const isTechnician = useIsTechnician();
  const isSetByUser = useIsSetByUser();
  const hasNoFilters = useSearch() === "" && !isSetByUser;
  const [hadDefault = isTechnician, saveHadDefault] = usePreference("has-default-view", z.boolean());
  const { data, isPending } = useQuery({ ...viewsQuery, enabled: canUseViews });
  const view = data?.find(({ isDefault }) => isDefault);
  const hasDefault = data === undefined ? undefined : view !== undefined;
  useEffect(() => {
    if (hasDefault !== undefined) saveHadDefault(hasDefault);
  }, [hasDefault, saveHadDefault]);
  if (!hasNoFilters) return "here";
  if (view !== undefined) return { path: toViewPath(view) };
  if (canUseViews && isPending && hadDefault) return "waiting";
  return isTechnician ? { path: withQuery(workOrdersPath, "assignee=me") } : "here";
}
