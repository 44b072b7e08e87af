import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { resetBrowser } from "#web/testing/open-page.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

resetBrowser();

/** Three layers: a dialog, another above it, and a question above that. */
function Layers({ isBusy = false }: { isBusy?: boolean }) {
  const [count, setCount] = useState(0);
  const close = () => setCount(count - 1);
  const dialog = { description: null, onClose: close };
  return (
    <>
      <button type="button" onClick={() => setCount(1)}>
        Open
      </button>
      <Dialog {...dialog} isOpen={count > 0} title="Order">
        <button type="button" onClick={() => setCount(2)}>
          Show photo
        </button>
        <Dialog {...dialog} isOpen={count > 1} title="Photo">
          <button type="button" onClick={() => setCount(3)}>
            Remove photo
          </button>
          <ConfirmDialog
            {...dialog}
            isOpen={count > 2}
            isBusy={isBusy}
            title="Remove it?"
            confirmLabel="Remove"
            onConfirm={close}
          />
        </Dialog>
      </Dialog>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const openLayers = () =>
  [...screen.queryAllByRole("dialog", { hidden: true }), ...screen.queryAllByRole("alertdialog")].map(
    (layer) => layer.querySelector("h2")?.textContent,
  );
const expectOpen = (...titles: string[]) => waitFor(() => expect(openLayers()).toEqual(titles));
const expectEntries = () => waitFor(() => expect(history.state?.layers ?? 0).toBe(openLayers().length));

async function openAll(): Promise<void> {
  for (const name of ["Open", "Show photo", "Remove photo"]) await press(name);
  await expectOpen("Order", "Photo", "Remove it?");
  await expectEntries();
}

it("going back closes one layer after another and then leaves the page", async () => {
  history.pushState({ isPageState: true }, "", "/page");
  render(<Layers />);
  await openAll();
  for (const left of [["Order", "Photo"], ["Order"], []]) {
    history.back();
    await expectOpen(...left);
    await expectEntries();
    expect(history.state).toMatchObject({ isPageState: true });
  }
  history.back();
  await waitFor(() => expect(history.state?.isPageState).toBeUndefined());
});

it("Escape closes one layer after another and leaves the history unchanged", async () => {
  history.pushState({ isPageState: true }, "", "/page");
  render(<Layers />);
  await openAll();
  for (const left of [["Order", "Photo"], ["Order"], []]) {
    await userEvent.keyboard("{Escape}");
    await expectOpen(...left);
    await expectEntries();
  }
  expect(history.state).toEqual({ isPageState: true });
});

it("a busy confirmation stays open when the user goes back and closes on going back once it's done", async () => {
  const { rerender } = render(<Layers isBusy />);
  await openAll();
  history.back();
  await expectEntries();
  await expectOpen("Order", "Photo", "Remove it?");
  rerender(<Layers />);
  history.back();
  await expectOpen("Order", "Photo");
});

it("a dialog that replaces another reuses its history entry", async () => {
  function Steps() {
    const [step, setStep] = useState("Invite");
    const dialog = { isOpen: true, description: null, onClose: () => setStep("") };
    if (step === "Invite")
      return (
        <Dialog key="form" {...dialog} title="Invite">
          <button type="button" onClick={() => setStep("Invited")}>
            Send
          </button>
        </Dialog>
      );
    return step === "Invited" ? (
      <Dialog key="sent" {...dialog} title="Invited">
        {null}
      </Dialog>
    ) : null;
  }
  render(<Steps />);
  await press("Send");
  await expectOpen("Invited");
  await expectEntries();
  history.back();
  await expectOpen();
});
