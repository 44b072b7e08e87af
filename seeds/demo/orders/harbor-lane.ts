import { agreeToVisit, assign, type DemoOrder, due, move, note, proposeVisit, say, sign } from "../story.ts";

/** Harbor Lane Coffee, unit 101 of Harborview Center: the orders of the demo account Tenant 1. */
export const harborLane: readonly DemoOrder[] = [
  {
    ago: "3h",
    who: "maya",
    at: { unit: 3 },
    title: "Water under the bar sink",
    description:
      "There is a puddle in the cabinet under the bar sink every morning. It drips from the bend of the drain pipe, about a cup overnight. We have put a bucket under it and moved the cleaning supplies out.",
    category: "Plumbing",
    location: "Suite 101, bar counter",
    priority: "high",
    photos: ["sink", "sink close"],
    story: [
      say(0.4, "linda", "Thank you for the photos, Maya. Sam is in the building today and will have a look."),
      assign(0.5, "linda", "sam"),
      note(
        1.1,
        "sam",
        "Slip joint washer, most likely. I have 1 1/2 inch washers in the shop, no order needed.",
      ),
      move(1.8, "sam", "in_progress"),
      say(
        1.9,
        "sam",
        "I will come by after your lunch rush, around two. It takes twenty minutes and the sink is out of use meanwhile.",
      ),
    ],
  },
  {
    ago: "4d 08:15",
    who: "ines",
    at: { unit: 3 },
    title: "Two pendant lamps above the counter flicker",
    description:
      "The two pendant lamps nearest the window started to flicker on Monday. New bulbs made no difference. When the grinder runs they go out for a second.",
    category: "Electrical",
    location: "Suite 101, front counter",
    priority: "medium",
    photos: ["lamp"],
    story: [
      assign(2, "linda", "priya"),
      due(2.1, "linda", 3, "17:00"),
      say(
        5,
        "priya",
        "It sounds like a loose neutral on that circuit. I would like to open the junction box before you open for the day.",
      ),
      move(5.2, "priya", "scheduled"),
      proposeVisit(5.3, "priya", 3, ["06:00", "07:00"]),
      say(26, "ines", "Any morning before seven works for us. Maya or I will let you in."),
      agreeToVisit(26.1, "ines"),
    ],
  },
  {
    ago: "16d 10:40",
    who: "maya",
    at: { unit: 3 },
    title: "Front door does not close by itself",
    description:
      "The closer on the street door has come loose at the arm. The door stays open a hand's width, the heat goes out and the alarm does not arm in the evening.",
    category: "Maintenance",
    location: "Suite 101, street entrance",
    priority: "high",
    photos: ["door-closer", "door-closer close"],
    story: [
      assign(1.5, "linda", "sam"),
      move(3, "sam", "in_progress"),
      note(
        4,
        "sam",
        "The closer body is fine. Two screws of the arm sheared off and there is oil on the frame, so it will need a new arm soon.",
      ),
      say(
        25,
        "sam",
        "New arm fitted and the closing speed set. Please tell me if it slams when it is windy.",
      ),
      move(25.2, "sam", "completed"),
      sign(25.3, "sam", "Maya Okafor"),
    ],
  },
  {
    ago: "44d 09:05",
    who: "ines",
    at: { unit: 3 },
    title: "Floor drain behind the bar is slow",
    description:
      "The floor drain behind the bar takes half an hour to empty after we mop, and it has begun to smell. The drain screen is clean.",
    category: "Plumbing",
    location: "Suite 101, behind the bar",
    priority: "medium",
    photos: ["drain"],
    story: [
      assign(3, "linda", "sam"),
      move(22, "sam", "in_progress"),
      say(
        24,
        "sam",
        "Coffee grounds, packed hard about six feet in. I cleared it with the auger and flushed it hot.",
      ),
      say(
        24.2,
        "sam",
        "A basket strainer under the bar sink would keep most of it out. I can bring one on Thursday.",
      ),
      move(24.5, "sam", "completed"),
      sign(30, "ines"),
    ],
  },
  {
    ago: "97d 07:50",
    who: "maya",
    at: { unit: 3 },
    title: "Walk-in cooler outlet trips the breaker",
    description:
      "The outlet of the walk-in cooler has tripped its breaker three times this week, always around noon. We moved everything to the small fridge, which will not hold for long.",
    category: "Electrical",
    location: "Suite 101, back room",
    priority: "urgent",
    photos: ["outlet"],
    story: [
      move(0.2, "linda", "urgent"),
      assign(0.3, "linda", "priya"),
      move(1.1, "priya", "in_progress"),
      say(
        3.4,
        "priya",
        "The outlet was scorched behind the plate. I replaced it and moved the cooler to its own 20 A circuit, which the panel had spare.",
      ),
      move(3.6, "priya", "completed"),
      sign(4, "maya"),
    ],
  },
  {
    ago: "9d 15:20",
    who: "maya",
    at: { unit: 3 },
    title: "Graffiti on the alley side shutter",
    description:
      "Somebody sprayed the roller shutter on the alley side last night, about six feet wide, black and silver.",
    category: "Cleaning",
    location: "Suite 101, alley shutter",
    priority: "low",
    story: [
      assign(18, "linda", "tom"),
      say(
        42,
        "tom",
        "The cleaners have solvent that does not take the paint off. They come on their Thursday round.",
      ),
      move(42.3, "tom", "scheduled"),
    ],
  },
  {
    ago: "2d 07:30",
    who: "maya",
    at: { unit: 3 },
    title: "Hand dryer in the customer restroom stopped",
    description:
      "The hand dryer in the customer restroom has stopped working. We have put paper towels out for now, which fill the bin by noon.",
    category: "Maintenance",
    location: "Suite 101, customer restroom",
    priority: "low",
    story: [say(3, "linda", "Thank you, Maya. It goes on Sam's round for the end of the week.")],
  },
];
