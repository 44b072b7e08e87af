import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { hydrateRoot, type Root } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import { admin, resetBrowser, respondWith } from "#web/testing/open-page.tsx";

resetBrowser();

let program: Root | undefined;
afterEach(() => {
  act(() => program?.unmount());
  document.body.replaceChildren();
});

/** Opens the sign-in page as its HTML shows it, before the program has arrived. */
async function openPrerendered() {
  // Without the code that earlier tests have loaded.
  vi.resetModules();
  history.replaceState(null, "", "/login");
  const { signIn } = await import("#web/prerender.tsx");
  document.body.innerHTML = `<div id="root" data-prerendered>${signIn}</div>`;
  const { keepEarlyClicks } = await import("#web/prerendered.ts");
  keepEarlyClicks();
}

/** Returns what React reports about HTML that differs from what it would render. */
async function startProgram(): Promise<unknown[]> {
  const differences: unknown[] = [];
  const [{ App }, { restoreSession }, { preloadFirstPage }] = await Promise.all([
    import("#web/app.tsx"),
    import("#web/session/session-store.ts"),
    import("#web/router.tsx"),
  ]);
  restoreSession();
  await preloadFirstPage();
  const root = document.getElementById("root") as HTMLElement;
  await act(async () => {
    program = hydrateRoot(root, <App />, { onRecoverableError: (error) => differences.push(error) });
  });
  await waitFor(() => expect(root.dataset["prerendered"]).toBeUndefined());
  return differences;
}

it("LOG-01 the app takes over the prerendered sign-in form unchanged, including what was typed", async () => {
  localStorage.setItem("theme", "dark");
  localStorage.setItem("unsent-changes", JSON.stringify({ 7: { fullName: "Theo Brandt", count: 2 } }));
  respondWith({});
  await openPrerendered();
  const email = screen.getByLabelText("Email");
  await userEvent.type(email, "avery@portal.example");
  expect(await startProgram()).toEqual([]);
  expect(screen.getByLabelText("Email")).toBe(email);
  expect(screen.getByDisplayValue("avery@portal.example")).toBe(email);
  expect(document.activeElement).toBe(email);
  expect(screen.getByRole("button", { name: "Dark theme" }).ariaPressed).toBe("true");
  screen.getByText("2 changes not sent from this phone");
});

it.each(["a click", "Enter"])(
  "LOG-10 %s before JavaScript loads signs the user in once it has loaded",
  async (way) => {
    const { sent } = respondWith({ "POST /api/login": admin });
    await openPrerendered();
    await userEvent.type(screen.getByLabelText("Email"), "avery@portal.example");
    await userEvent.type(
      screen.getByLabelText("Password"),
      `Portal-Demo-1${way === "Enter" ? "{Enter}" : ""}`,
    );
    if (way === "a click") await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
    expect(location.href).not.toContain("Portal-Demo-1");
    expect(sent).toEqual([]);
    await startProgram();
    await waitFor(() => expect(localStorage.getItem("session")).not.toBeNull());
    const signIns = sent.filter(({ path }) => path === "/api/login").map(({ body }) => body);
    expect(signIns).toEqual([{ email: "avery@portal.example", password: "Portal-Demo-1" }]);
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
  },
);

it("without JavaScript, the sign-in form never sends a password in a URL", async () => {
  await openPrerendered();
  expect(document.querySelector("form")?.method).toBe("post");
});
