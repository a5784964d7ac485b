/** A body that creates a record of each resource, by its path; it names records of the dataset. `n` makes them differ. */
export const samples: Record<string, (n: number) => Record<string, unknown>> = {
  shows: (n) => ({
    name: `A New Show ${n}`,
    type: "comedy",
    description: "Two clerks inherit a pier.",
    booking_until: "2027-02-28",
  }),
  theatres: (n) => ({
    name: `A New House ${n}`,
    postcode: "wc2h0hr",
    lat: 51.5,
    lng: -0.12,
    capacity: 432,
    current_show_id: "hamilton",
  }),
  people: (n) => ({ name: `A New Person ${n}`, bio: "Trained in Leeds.", image: "https://example.com/a.jpg" }),
  roles: (n) => ({ name: `A New Role ${n}`, production_id: "les-miserables-barbican-1985" }),
  productions: () => ({
    show_id: "hamilton",
    theatre_id: "palace",
    opening_date: "2027-01-01",
    closing_date: "2027-06-30",
  }),
  "cast-members": (n) => ({
    person_id: "colm-wilkinson",
    production_id: "les-miserables-sondheim-2020",
    role_type: ["ensemble", "understudy", "swing", "standby", "alternate"][n % 5],
    billing_order: 77,
  }),
};

/** For each field that has rules, values that break them; boundary values that don't stand in `allowed`. */
export const refused: Record<string, Record<string, unknown[]>> = {
  shows: {
    name: ["", "   ", "a".repeat(201), null, 7, {}, "a\u0000b", "a\ud800"],
    type: ["opera", "Musical", null, 1],
    description: ["a".repeat(5001), 5, [], "\u0000"],
    image: [
      "ftp://example.com/a",
      "javascript:alert(1)",
      "example.com",
      `https://e.co/${"a".repeat(2036)}`,
      "https://example.com/a b",
      "https://example.com/a\ud800",
      "",
    ],
    booking_until: [
      "2026-02-30",
      "2026-2-3",
      "2026-02-03T00:00:00Z",
      "tomorrow",
      20260203,
      "0000-01-01",
      "12026-01-01",
      "",
    ],
  },
  theatres: {
    name: ["", "a".repeat(201)],
    address: ["a".repeat(501), 1],
    postcode: ["12345", "W1", "WC2H 0HRR", "", "É1 1AA", "1 1AA", "ABC1 1AA", "1N1 1TA"],
    lat: [90.1, -90.1, "51.5", true],
    lng: [180.1, -181, {}],
    capacity: [0, 100_001, 1.5, "7", -1],
    current_show_id: ["nothing", "", 5, "a\u0000"],
  },
  people: {
    name: ["\n\t ", "𝄞".repeat(201)],
    bio: ["a".repeat(10_001), false],
    image: ["http://", "https://a b.example/"],
  },
  roles: { name: [null, ""], description: ["a".repeat(5001)], production_id: [null, "nothing", ["palace"]] },
  productions: {
    show_id: [null, "nothing", 1],
    theatre_id: ["hamilton", ""],
    opening_date: [null, "2025-02-29", "31-12-2026"],
    closing_date: ["2026-12-31", "2027-13-01"],
  },
  "cast-members": {
    person_id: [null, "nothing"],
    production_id: ["nothing", {}],
    role_id: ["nothing", "les-miserables-barbican-1985--jean-valjean", 3],
    role_type: ["lead", "", null],
    billing_order: [0, 10_001, 1.5, "1"],
  },
};

export const allowed: Record<string, Record<string, unknown[]>> = {
  shows: {
    name: ["X", "a".repeat(200), "  trimmed  ", "𝄞".repeat(200)],
    description: ["", "a".repeat(5000), null],
    image: [`https://e.co/${"a".repeat(2035)}`, "HTTP://EXAMPLE.COM/é", null],
    booking_until: ["2028-02-29", "0001-01-01", "9999-12-31", null],
  },
  theatres: {
    address: ["a".repeat(500), null],
    postcode: ["sw1y 4ds", " N 1 1TA ", "EC1V4 NJ", null],
    lat: [90, -90, 0, null],
    lng: [180, -180, null],
    capacity: [1, 100_000, null],
    current_show_id: [null],
  },
  people: { name: ["𝄞".repeat(200)], bio: ["a".repeat(10_000), null], image: [null] },
  roles: { description: [null, "a".repeat(5000)] },
  productions: { closing_date: ["2027-01-01", null, "9999-12-31"] },
  "cast-members": { role_id: [null], billing_order: [1, 10_000, null] },
};
