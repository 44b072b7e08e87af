import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { cleanBrowser } from "#web/testing/open-page.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

cleanBrowser();

/** Three layers: a dialog, one over it, and a question over that. */
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

it("going back closes one layer after another, and then leaves the page", async () => {
  history.pushState({ own: true }, "", "/page");
  render(<Layers />);
  await openAll();
  for (const left of [["Order", "Photo"], ["Order"], []]) {
    history.back();
    await expectOpen(...left);
    await expectEntries();
    expect(history.state).toMatchObject({ own: true });
  }
  history.back();
  await waitFor(() => expect(history.state?.own).toBeUndefined());
});

it("Escape closes one layer after another, and leaves history as it was", async () => {
  history.pushState({ own: true }, "", "/page");
  render(<Layers />);
  await openAll();
  for (const left of [["Order", "Photo"], ["Order"], []]) {
    await userEvent.keyboard("{Escape}");
    await expectOpen(...left);
    await expectEntries();
  }
  expect(history.state).toEqual({ own: true });
});

it("a question that is being answered stays, and going back later closes it", async () => {
  const { rerender } = render(<Layers isBusy />);
  await openAll();
  history.back();
  await expectEntries();
  await expectOpen("Order", "Photo", "Remove it?");
  rerender(<Layers />);
  history.back();
  await expectOpen("Order", "Photo");
});

it("a dialog that takes the place of another takes its entry of history", async () => {
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
