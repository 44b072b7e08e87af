/** The program cannot start for a reason the operator can fix; `message` is one sentence that says how. */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "StartRefused";
  }
}
