/** The program can't start for a reason the operator can mend; `message` is one sentence that says how. */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "StartRefused";
  }
}
