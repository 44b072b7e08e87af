import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { resetBrowser } from "#web/testing/open-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";

resetBrowser();

function setup() {
  const onEdit = vi.fn<() => void>();
  const onDelete = vi.fn<() => void>();
  render(
    <Menu label="Actions" trigger={(props) => <Button {...props}>Actions</Button>}>
      <MenuItem onSelect={onEdit}>Edit</MenuItem>
      <MenuItem isDisabled onSelect={() => expect.unreachable()}>
        Print
      </MenuItem>
      <MenuItem onSelect={onDelete}>Delete</MenuItem>
    </Menu>,
  );
  const trigger = screen.getByRole("button", { name: "Actions" });
  return { onEdit, onDelete, trigger, focused: () => document.activeElement?.textContent };
}

describe("menus", () => {
  it("a menu opens with the keyboard, wraps around with the arrow keys, skips disabled items, selects with Enter, and returns focus", async () => {
    const { onDelete, trigger, focused } = setup();
    trigger.focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(focused()).toBe("Edit");
    await userEvent.keyboard("{ArrowDown}");
    expect(focused()).toBe("Delete");
    await userEvent.keyboard("{ArrowDown}");
    expect(focused()).toBe("Edit");
    await userEvent.keyboard("d");
    expect(focused()).toBe("Delete");
    await userEvent.keyboard("{Enter}");
    expect(onDelete).toHaveBeenCalledOnce();
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(trigger);
  });

  it("a menu closes on Escape and on a click outside it, and ignores clicks on disabled items", async () => {
    const { trigger } = setup();
    await userEvent.click(trigger);
    await userEvent.click(screen.getByRole("menuitem", { name: "Print" }));
    screen.getByRole("menu");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(trigger);
    await userEvent.click(trigger);
    await userEvent.click(document.body);
    expect(screen.queryByRole("menu")).toBeNull();
  });

  it("a menu opened by keyboard while its items are loading takes focus, and the arrow keys reach the loaded items", async () => {
    const menu = (names: string[]) => (
      <Menu label="Assign to" trigger={(props) => <Button {...props}>Assign</Button>}>
        {names.map((name) => (
          <MenuItem key={name} onSelect={() => {}}>
            {name}
          </MenuItem>
        ))}
      </Menu>
    );
    const { rerender } = render(menu([]));
    screen.getByRole("button", { name: "Assign" }).focus();
    for (const [key, reached] of [
      ["{ArrowDown}", "Ana Ruiz"],
      ["{ArrowUp}", "Theo Unger"],
    ] as const) {
      rerender(menu([]));
      await userEvent.keyboard("{Enter}");
      expect(document.activeElement).toBe(screen.getByRole("menu", { name: "Assign to" }));
      rerender(menu(["Ana Ruiz", "Sam Okafor", "Theo Unger"]));
      await userEvent.keyboard(key);
      expect(document.activeElement).toBe(screen.getByRole("menuitem", { name: reached }));
      await userEvent.keyboard("{Escape}");
    }
  });

  it("inside a dialog, Escape first closes the menu and then the dialog", async () => {
    const onClose = vi.fn<() => void>();
    render(
      <Dialog isOpen onClose={onClose} title="A work order" description={null}>
        <Menu label="Assign to" trigger={(props) => <Button {...props}>Assign</Button>}>
          <MenuItem onSelect={() => {}}>Theo Unger</MenuItem>
        </Menu>
      </Dialog>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Assign" }));
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });
});
