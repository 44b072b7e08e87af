import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ComponentType, Suspense, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageBoundary } from "#web/ui/page/page-boundary.tsx";

// React logs what a boundary catches.
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

/** A part that loads once `network.isUp`. */
function setup(Loaded: ComponentType<PartProps> = Hello) {
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
    <PageBoundary path="/">
      <h1>The page</h1>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Suspense>{isOpen && <Part onClose={() => setIsOpen(false)} />}</Suspense>
    </PageBoundary>
  );
}

describe("a lazy-loaded part that loads", () => {
  it("a preloaded part is rendered without the fallback", async () => {
    const { network, Part } = setup();
    await expect(Part.preload()).rejects.toThrow("Failed to fetch");
    network.isUp = true;
    await Part.preload();
    render(
      <Suspense fallback="Loading">
        <Part />
      </Suspense>,
    );
    expect(screen.getByText("The part")).toBeTruthy();
  });
});

describe("a lazy-loaded part that fails to load", () => {
  it("a part that fails to load leaves the rest of the page in place, shows a message, and loads on retry", async () => {
    const { network, Part } = setup();
    render(<Page Part={Part} />);
    await userEvent.click(screen.getByText("Open"));
    expect((await screen.findByRole("alert")).textContent).toContain("This section couldn't be loaded");
    expect(screen.getByRole("heading", { name: "The page" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("alert");
    network.isUp = true;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("The part");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("a part that fails to load can be closed like its content and loads when reopened", async () => {
    const { network, Part } = setup();
    render(<Page Part={Part} />);
    await userEvent.click(screen.getByText("Open"));
    await screen.findByRole("alert");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).toBeNull();
    network.isUp = true;
    await userEvent.click(screen.getByText("Open"));
    await screen.findByText("The part");
  });

  it("an error inside a loaded part reaches the page's error boundary", async () => {
    const { network, Part } = setup(() => {
      throw new Error("The part crashed.");
    });
    network.isUp = true;
    render(<Page Part={Part} />);
    await userEvent.click(screen.getByText("Open"));
    expect(await screen.findByRole("heading", { name: "Something went wrong on this page" })).toBeTruthy();
  });
});
