import { searchFigures } from "../searches.ts";
import type { Person } from "../seed.ts";
import type { Row } from "../setting.ts";

const inputs = {
  "a rare word": "xylophone",
  "a common word": "light",
  "a very common word": "floor",
  "a word's beginning": "xylo",
  "two common words": "leaking tap",
  "two common words, the last unfinished": "leaking ta",
  "words that never meet": "pump lift",
  "very common words that never meet": "floor lobby",
  "two very common words": "floor leaking",
  "a very common word, the next unfinished": "floor lo",
  "three common words": "floor leaking tap",
  "three words that never meet": "leaking broken cold",
  "four words": "floor leaking tap 33",
  "words in no order": "qu tap leaking",
  "two words, the first unfinished": "leak tap",
  "two numbers": "33 8",
  "two letters": "le",
  "two letters nobody uses": "zz",
  "one letter": "l",
  "an order's number": "WO-0777777",
  "no hit": "quetzal",
  "%": "%",
  _: "_",
  "one digit beside a word": "floor 3",
  "a number's beginning": "wo 1",
  "200 letters of many words": "leaking broken cold noisy loose cracked blocked flickering "
    .repeat(4)
    .slice(0, 200),
  "200 letters": "lightbulb ".repeat(20).trim(),
};
const who = ["admin", "landlord", "maintenance", "tenant"] as const satisfies Person[];

/** Row 3: the list with a search text, its total included, whatever is typed. */
export const search: Row = {
  name: "search",
  title: "Search in 1,000,000 orders, any input",
  async measure(setting) {
    const { origin } = await setting.large();
    const pathOf = (text: string) => `/api/work-orders?q=${encodeURIComponent(text)}&page=1&pageSize=50`;
    const paths = Object.entries(inputs).map(([what, text]) => [what, pathOf(text)]);
    return searchFigures(origin, who, Object.fromEntries(paths));
  },
};
