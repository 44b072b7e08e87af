import { useState } from "react";
import { Plus } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { Rule } from "../contract.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { RuleList } from "./rule-list.tsx";
import { TeamList } from "./team-list.tsx";
import { TrialDialog } from "./trial-dialog.tsx";

/** The rules that assign new work orders, and the teams, for those who manage buildings. */
export default function DispatchPage() {
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<Rule | null>(null);
  const canWrite = useIsServerReachable();
  const add = () => setAdding(true);
  if (!useMay("dispatch.read")) return <AccessDenied />;
  return (
    <>
      <PageHeader
        title="Dispatch rules"
        description="New work orders go to the right person or team by themselves."
        action={
          <Button variant="primary" icon={<Plus aria-hidden="true" />} disabled={!canWrite} onClick={add}>
            New rule
          </Button>
        }
      />
      <div className="space-y-6">
        <RuleList />
        <TeamList />
      </div>
      {isAdding && (
        <RuleDialog
          onClose={() => setAdding(false)}
          onAdded={(rule) => {
            setAdding(false);
            setAdded(rule);
          }}
        />
      )}
      {added !== null && <TrialDialog rule={added} onClose={() => setAdded(null)} />}
    </>
  );
}
