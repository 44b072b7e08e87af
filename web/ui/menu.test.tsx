import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { cleanBrowser } from "#web/testing/open-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";

cleanBrowser();

function setUp() {
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

describe("a menu", () => {
  it("opens by key, moves by arrows past disabled entries and around the end, chooses by Enter and returns the focus", async () => {
    const { onDelete, trigger, focused } = setUp();
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

  it("closes on Escape and on a press outside, and ignores disabled entries", async () => {
    const { trigger } = setUp();
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

  it("opened by key while its entries are still fetched, has the focus, and arrows reach those that arrive", async () => {
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

  it("in a dialog, Escape closes the menu and leaves the dialog; the next one closes the dialog", async () => {
    const onClose = vi.fn<() => void>();
    render(
      <Dialog isOpen onClose={onClose} title="An order" description={null}>
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
