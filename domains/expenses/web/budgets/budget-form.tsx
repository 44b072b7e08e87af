import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link } from "wouter";
import { importPath } from "#domains/imports/paths.ts";
import { call } from "#web/api-client.ts";
import { Copy } from "#web/icons.ts";
import { useRefetch } from "#web/refetch.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { toastError } from "#web/toast-error.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { Cells } from "#web/ui/forms/amount-cells.ts";

import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { type Budget, saveBudget } from "../../budget-contract.ts";
import { expenseKeys } from "../query-keys.ts";
import { toCells } from "./budget-cells.ts";
import { BudgetGrid } from "./budget-grid.tsx";

const CopyDialog = lazyPart(() =>
  import("./copy-dialog.tsx").then((module) => ({ default: module.CopyDialog })),
);

interface BudgetFormProps {
  budget: Budget;
  onDirtyChange: (isDirty: boolean) => void;
}

/** The grid of a budget. Changes are saved together. */
export function BudgetForm({ budget, onDirtyChange }: BudgetFormProps) {
  const { property, year, version, rows } = budget;
  const [cells, setCells] = useState(() => toCells(rows));
  const [isDirty, setIsDirty] = useState(false);
  const [isCopying, setIsCopying] = useState(false);
  const canEdit = useCan("expenses.write");
  const canWrite = useIsServerReachable();
  const setDirty = (value: boolean) => {
    setIsDirty(value);
    onDirtyChange(value);
  };
  const change = (changed: Cells) => {
    setCells(changed);
    setDirty(true);
  };
  const hasErrors = cells.some((months) => months.includes(null));
  const save = useMutation({
    mutationFn: () =>
      call(saveBudget, {
        params: { id: property.id, year },
        body: {
          version,
          rows: rows.map(({ categoryId }, row) => ({
            categoryId,
            cents: (cells[row] ?? []).map((cents) => cents ?? 0),
          })),
        },
      }),
    onSuccess: () => {
      setDirty(false);
      toast({ title: "Budget Saved", description: `${property.name}, ${year}` });
    },
    onError: toastError,
    onSettled: useRefetch(expenseKeys.all),
  });
  return (
    <form
      noValidate
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!hasErrors) save.mutate();
      }}
    >
      <BudgetGrid rows={rows} cells={cells} isReadOnly={!canEdit} onChange={change} />
      {canEdit && (
        <div className="bottom-0 z-10 flex flex-wrap items-center justify-between gap-3 border-line border-t bg-canvas py-3 sm:sticky">
          <p role="status" className="text-ink-soft text-sm">
            {hasErrors
              ? "Correct the marked amounts to save."
              : "You can paste cells from a spreadsheet. Enter and the arrow keys move between cells."}
            {version === 0 && !isDirty && (
              <>
                {" "}
                <Link
                  href={`${importPath}?kind=budgets`}
                  className="thumb rounded-sm text-accent-text hover:underline"
                >
                  Import budgets
                </Link>
              </>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<Copy aria-hidden="true" />}
              disabled={!canWrite}
              onClick={() => setIsCopying(true)}
            >
              Copy from Last Year
            </Button>
            <Button
              disabled={!isDirty}
              onClick={() => {
                setCells(toCells(rows));
                setDirty(false);
              }}
            >
              Discard
            </Button>
            <Button
              type="submit"
              variant="primary"
              disabled={!canWrite || !isDirty || hasErrors}
              isBusy={save.isPending}
              busyLabel="Saving..."
            >
              Save Budget
            </Button>
          </div>
        </div>
      )}
      <Suspense>
        {isCopying && (
          <CopyDialog
            budget={budget}
            onCopy={(copied) => {
              change(copied);
              setIsCopying(false);
            }}
            onClose={() => setIsCopying(false)}
          />
        )}
      </Suspense>
    </form>
  );
}
