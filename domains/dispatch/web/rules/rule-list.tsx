import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ArrowDown, ArrowUp, EllipsisVertical } from "#web/icons.ts";
import { Records } from "#web/list/records.tsx";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Switch } from "#web/ui/forms/switch.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { listRules, type Rule } from "../../contract.ts";
import { describeConditions, describeCoverage, describeProblem, describeTarget } from "../descriptions.ts";
import { useDeleteRule, useMoveRule, useSwitchRule } from "../mutations.ts";
import { RecordText } from "../record-text.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { EditRuleDialog } from "./rule-dialog.tsx";

/** Lists the rules in the order they're checked. */
export function RuleList() {
  const query = useQuery({
    ...endpointQuery(listRules, {}),
    refetchOnMount: "always",
  });
  return (
    <Section title="Rules" description="Rules are checked in order. The first match assigns the work order.">
      <Records
        query={query}
        noun="rules"
        emptyText="Decide who gets which work orders, such as plumbing at one property. You can preview a rule before turning it on."
      >
        {(rules) => (
          <ol className="divide-y divide-line border-line border-b">
            {rules.map((rule, index) => (
              <RuleRow key={rule.id} rule={rule} position={index + 1} />
            ))}
          </ol>
        )}
      </Records>
    </Section>
  );
}

function RuleRow({ rule, position }: { rule: Rule; position: number }) {
  const { id } = useUser();
  const [openDialog, setOpenDialog] = useState<"preview" | "edit" | "delete" | null>(null);
  const close = () => setOpenDialog(null);
  const canWrite = useIsServerReachable();
  const remove = useDeleteRule();
  const attention = describeProblem(rule);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-(--inset) py-3.5 sm:flex-nowrap">
      <span aria-hidden="true" className="w-5 shrink-0 text-right text-ink-faint tabular-nums max-sm:hidden">
        {position}
      </span>
      <RecordText name={rule.name} attention={attention} className="min-w-0 flex-1 max-sm:basis-full">
        <p className="text-ink-soft text-sm wrap-anywhere">
          {describeConditions(rule)} · {describeCoverage(rule, id)}
        </p>
        <p className="text-sm wrap-anywhere">
          <span className="text-ink-soft">To </span>
          {describeTarget(rule)}
        </p>
      </RecordText>
      <div className="flex shrink-0 items-center gap-1 max-sm:w-full">
        <RuleSwitch rule={rule} isDisabled={!canWrite} onTurnOn={() => setOpenDialog("preview")} />
        {rule.can.edit && <MoveButtons rule={rule} isDisabled={!canWrite} />}
        <Menu
          label={`Actions for ${rule.name}`}
          trigger={(props) => (
            <IconButton {...props} label={`Actions for ${rule.name}`}>
              <EllipsisVertical />
            </IconButton>
          )}
        >
          <MenuItem onSelect={() => setOpenDialog("preview")}>Preview</MenuItem>
          {rule.can.edit && (
            <>
              <MenuItem isDisabled={!canWrite} onSelect={() => setOpenDialog("edit")}>
                Edit
              </MenuItem>
              <MenuSeparator />
              <MenuItem isDestructive isDisabled={!canWrite} onSelect={() => setOpenDialog("delete")}>
                Delete
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
      {openDialog === "preview" && <PreviewDialog rule={rule} onClose={close} />}
      {openDialog === "edit" && <EditRuleDialog rule={rule} onClose={close} />}
      <ConfirmDialog
        isOpen={openDialog === "delete"}
        onClose={close}
        title={`Delete “${rule.name}”?`}
        description="It won't assign new work orders. Existing assignments don't change."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        isBusy={remove.isPending}
        isDestructive
        onConfirm={() => remove.mutate(rule, { onSettled: close })}
      />
    </li>
  );
}

interface RuleSwitchProps {
  rule: Rule;
  isDisabled: boolean;
  /** Shows the preview of the rule, which can turn it on. */
  onTurnOn: () => void;
}

/** Turns a rule off right away, or shows its preview before turning it on. Read-only for others' rules. */
function RuleSwitch({ rule, isDisabled, onTurnOn }: RuleSwitchProps) {
  const switchRule = useSwitchRule();
  const label = rule.isOn ? "On" : "Off";
  if (!rule.can.edit)
    return (
      <span className="mr-auto sm:mr-2">
        <Badge tone={rule.isOn ? "green" : "gray"}>{label}</Badge>
      </span>
    );
  return (
    <>
      <span aria-hidden="true" className="mr-1.5 text-ink-soft text-sm max-sm:hidden">
        {label}
      </span>
      <Switch
        label={label}
        aria-label={`Rule ${rule.name}`}
        className="mr-auto sm:mr-2"
        checked={rule.isOn}
        disabled={isDisabled || switchRule.isPending || (rule.problem !== null && !rule.isOn)}
        onChange={() => (rule.isOn ? switchRule.mutate(rule) : onTurnOn())}
      />
    </>
  );
}

/** Moves a rule with buttons, which work with a mouse, touch, and the keyboard. */
function MoveButtons({ rule, isDisabled }: { rule: Rule; isDisabled: boolean }) {
  const { mutate, isPending } = useMoveRule();
  const { name, can } = rule;
  if (!can.moveUp && !can.moveDown) return null;
  // Not disabled during the request, because the button would lose focus.
  const move = (direction: "up" | "down") => !isPending && mutate({ rule, direction });
  return (
    <>
      <IconButton label={`Move ${name} up`} disabled={isDisabled || !can.moveUp} onClick={() => move("up")}>
        <ArrowUp />
      </IconButton>
      <IconButton
        label={`Move ${name} down`}
        disabled={isDisabled || !can.moveDown}
        onClick={() => move("down")}
      >
        <ArrowDown />
      </IconButton>
    </>
  );
}
