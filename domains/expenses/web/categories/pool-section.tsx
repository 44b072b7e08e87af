import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { chargeKindLabels } from "#domains/leases/terms.ts";
import { EllipsisVertical, Plus } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { Category, Pool } from "../../categories-contract.ts";
import { useDeletePool } from "../mutations.ts";
import { poolsQuery } from "../queries.ts";
import { PoolDialog } from "./pool-dialog.tsx";

/** The pools, with the number of their categories. */
export function PoolSection({ categories }: { categories: readonly Category[] }) {
  const [isAdding, setIsAdding] = useState(false);
  const canConfigure = useCan("expenses.configure");
  const canWrite = useIsServerReachable();
  const { data: pools = [] } = useQuery(poolsQuery);
  return (
    <Section
      title="Pools"
      description="Categories that are recovered from tenants together, and the monthly charge that is their estimate."
      action={
        canConfigure && (
          <Button
            size="sm"
            icon={<Plus aria-hidden="true" />}
            disabled={!canWrite}
            onClick={() => setIsAdding(true)}
          >
            Add Pool
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line border-line border-b">
        {pools.map((pool) => (
          <PoolRow
            key={pool.id}
            pool={pool}
            count={categories.filter(({ poolId }) => poolId === pool.id).length}
          />
        ))}
      </ul>
      {isAdding && <PoolDialog onClose={() => setIsAdding(false)} />}
    </Section>
  );
}

function PoolRow({ pool, count }: { pool: Pool; count: number }) {
  const [openDialog, setOpenDialog] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpenDialog(null);
  const canConfigure = useCan("expenses.configure");
  const canWrite = useIsServerReachable();
  const remove = useDeletePool();
  const { name, estimateKind } = pool;
  return (
    <li className="flex items-center gap-4 px-(--inset) py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-ink-soft text-sm">
          {`${count === 1 ? "1 category" : `${count} categories`} · ${chargeKindLabels[estimateKind]}`}
        </p>
      </div>
      {canConfigure && (
        <Menu
          label={`Actions for ${name}`}
          trigger={(props) => (
            <IconButton {...props} label={`Actions for ${name}`} disabled={!canWrite}>
              <EllipsisVertical />
            </IconButton>
          )}
        >
          <MenuItem onSelect={() => setOpenDialog("edit")}>Edit</MenuItem>
          <MenuSeparator />
          <MenuItem isDestructive onSelect={() => setOpenDialog("delete")}>
            Delete
          </MenuItem>
        </Menu>
      )}
      {openDialog === "edit" && <PoolDialog pool={pool} onClose={close} />}
      {openDialog === "delete" &&
        (count === 0 ? (
          <ConfirmDialog
            isOpen
            onClose={close}
            title={`Delete ${name}?`}
            description="It has no categories. Nothing else changes."
            confirmLabel="Delete"
            busyLabel="Deleting..."
            isBusy={remove.isPending}
            isDestructive
            onConfirm={() => remove.mutate(pool, { onSettled: close })}
          />
        ) : (
          <Dialog
            isOpen
            onClose={close}
            title={`${name} can't be deleted yet`}
            description={`${count === 1 ? "1 category is" : `${count} categories are`} still in this pool. Edit ${count === 1 ? "it" : "each one"} and select another pool or none first.`}
          >
            {null}
          </Dialog>
        ))}
    </li>
  );
}
