import { useQuery } from "@tanstack/react-query";
import { Checklist } from "./checklist.tsx";
import { NeedsLoading } from "./needs-you/needs-loading.tsx";
import NeedsYou from "./needs-you/needs-you.tsx";
import { checklistQuery } from "./queries.ts";

/** The lead for landlords and administrators: in a new portal the setup checklist, then their tasks. */
export default function PortfolioLead() {
  // Other pages complete the steps.
  const { data, isPending } = useQuery({ ...checklistQuery, refetchOnMount: "always" });
  if (isPending) return <NeedsLoading />;
  if (data === undefined || data.steps.length === 0) return <NeedsYou />;
  return (
    <div className="space-y-6">
      <Checklist steps={data.steps} />
      <NeedsYou isLead={false} />
    </div>
  );
}
