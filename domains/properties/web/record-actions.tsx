import type { ReactNode } from "react";
import { EllipsisVertical, Pencil, Trash2 } from "#web/icons.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";

interface RecordActionsProps {
  /** The record's name, as in `More actions for Harbor House`. */
  name: string;
  menuClassName: string;
  onEdit: () => void;
  onDelete: () => void;
  /** Buttons between Edit and the menu. */
  children?: ReactNode;
}

/** Edit, and a menu with Delete, in the header of a property or unit. */
export const RecordActions = ({ name, menuClassName, onEdit, onDelete, children }: RecordActionsProps) => (
  <>
    <Button icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
      Edit
    </Button>
    {children}
    <Menu
      label={`More actions for ${name}`}
      trigger={(props) => (
        <IconButton {...props} label={`More actions for ${name}`} className={menuClassName}>
          <EllipsisVertical />
        </IconButton>
      )}
    >
      <MenuItem isDestructive icon={<Trash2 aria-hidden="true" />} onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  </>
);
