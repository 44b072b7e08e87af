// Renders the sign-in page into dist/web/login.html, and a spinner into the page for all other paths.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { runnerImport } from "vite";
import { lucideIcons } from "./lucide-icons.mjs";

const root = '<div id="root"></div>';

/** @param {string} project */
export async function prerenderPages(project) {
  /** @type {{ module: { signIn: string, spinner: string } }} */
  const {
    module: { signIn, spinner },
  } = await runnerImport(join(project, "web/prerender.tsx"), {
    configFile: false,
    root: join(project, "web"),
    mode: "production",
    plugins: [react(), lucideIcons()],
  });
  const [title = ""] = /^<title>.*?<\/title>/.exec(signIn) ?? [];
  const folder = join(project, "dist", "web");
  const page = await readFile(join(folder, "index.html"), "utf8");
  if (!page.includes(root) || title === "") throw new Error("The sign-in page couldn't be prerendered.");
  if (/<[^>]* style=/.test(signIn))
    throw new Error("The sign-in page has a style attribute, which the content security policy blocks.");

  const login = page
    .replace(/<title>.*?<\/title>/, () => title)
    .replace(root, () => `<div id="root" data-prerendered>${signIn.slice(title.length)}</div>`);
  await writeFile(join(folder, "login.html"), login);
  await writeFile(
    join(folder, "index.html"),
    page.replace(root, () => `<div id="root">${spinner}</div>`),
  );
}
