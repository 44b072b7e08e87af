import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ComponentType, Suspense, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageBoundary } from "#web/ui/page-boundary.tsx";

// React writes down what a boundary catches.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface PartProps {
  onClose?: () => void;
}
const Hello = (_: PartProps) => <p>The part</p>;

/** A part that arrives once `network.isUp`. */
function setUp(Loaded: ComponentType<PartProps> = Hello) {
  const network = { isUp: false };
  const Part = lazyPart<ComponentType<PartProps>>(async () => {
    if (!network.isUp) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: Loaded };
  });
  return { network, Part };
}

function Page({ Part }: { Part: ComponentType<PartProps> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <PageBoundary place="/">
      <h1>The page</h1>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Suspense>{isOpen && <Part onClose={() => setIsOpen(false)} />}</Suspense>
    </PageBoundary>
  );
}

describe("a part that does not arrive", () => {
  it("leaves the page, says so, and comes when it is asked for again", async () => {
    const { network, Part } = setUp();
    render(<Page Part={Part} />);
    await userEvent.click(screen.getByText("Open"));
    expect((await screen.findByRole("alert")).textContent).toContain("This part could not be loaded");
    expect(screen.getByRole("heading", { name: "The page" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("alert");
    network.isUp = true;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("The part");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is closed as what it stands for, and comes when that is opened anew", async () => {
    const { network, Part } = setUp();
    render(<Page Part={Part} />);
    await userEvent.click(screen.getByText("Open"));
    await screen.findByRole("alert");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).toBeNull();
    network.isUp = true;
    await userEvent.click(screen.getByText("Open"));
    await screen.findByText("The part");
  });

  it("an error inside a part that is here goes on to the page", async () => {
    const { network, Part } = setUp(() => {
      throw new Error("A fault of the part.");
    });
    network.isUp = true;
    render(<Page Part={Part} />);
    await userEvent.click(screen.getByText("Open"));
    expect(await screen.findByRole("heading", { name: "Something went wrong on this page" })).toBeTruthy();
  });
});
