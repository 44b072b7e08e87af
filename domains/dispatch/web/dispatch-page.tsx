import { useState } from "react";
import { Plus } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import type { Rule } from "../contract.ts";
import { PreviewDialog } from "./rules/preview-dialog.tsx";
import { NewRuleDialog } from "./rules/rule-dialog.tsx";
import { RuleList } from "./rules/rule-list.tsx";
import { TeamList } from "./teams/team-list.tsx";

/** The page for assignment rules and teams, for landlords and admins. */
export default function DispatchPage() {
  const [isAdding, setIsAdding] = useState(false);
  const [addedRule, setAddedRule] = useState<Rule | null>(null);
  const canWrite = useIsServerReachable();
  const openNewRuleDialog = () => setIsAdding(true);
  return (
    <>
      <PageHeader
        title="Dispatch rules"
        action={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            disabled={!canWrite}
            onClick={openNewRuleDialog}
          >
            New Rule
          </Button>
        }
      />
      <div className="space-y-6">
        <RuleList />
        <TeamList />
      </div>
      {isAdding && (
        <NewRuleDialog
          onClose={() => setIsAdding(false)}
          onAdded={(rule) => {
            setIsAdding(false);
            setAddedRule(rule);
          }}
        />
      )}
      {addedRule !== null && <PreviewDialog rule={addedRule} onClose={() => setAddedRule(null)} />}
    </>
  );
}
