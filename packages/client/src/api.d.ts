// The types of the public reads, derived from the OpenAPI document. Do not edit.

/** A work that is, was or will be staged: a musical, play, comedy or drama. */
export type Show = {
  /** The record's ID. Treat it as text. */
  id: string;
  name: string;
  type: "musical" | "play" | "comedy" | "drama";
  description: string | null;
  /** Address of the show's image. */
  image: string | null;
  /** The last day that can be booked; null when there is no end date. */
  booking_until: string | null;
};

/** A house in or around the West End. */
export type Theatre = {
  /** The record's ID. Treat it as text. */
  id: string;
  name: string;
  /** Street address. */
  address: string | null;
  postcode: string | null;
  /** Latitude in degrees (WGS 84). Points © OpenStreetMap contributors. */
  lat: number | null;
  /** Longitude in degrees (WGS 84). */
  lng: number | null;
  /** Number of seats. */
  capacity: number | null;
  /** The id of the show that runs here now. */
  current_show_id: string | null;
};

/** A performer or a member of a crew. */
export type Person = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** Full name. */
  name: string;
  /** Biography or description. */
  bio: string | null;
  /** Address of the headshot. */
  image: string | null;
};

/** A character in one production. */
export type Role = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The character's name. */
  name: string;
  /** Who the character is. */
  description: string | null;
  /** The id of the production that the role belongs to. */
  production_id: string;
};

/** One run of a show at a theatre. */
export type Production = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The id of the show. */
  show_id: string;
  /** The id of the theatre where it runs. */
  theatre_id: string;
  /** The day of the first night. */
  opening_date: string;
  /** The last day; null when the run is open-ended. */
  closing_date: string | null;
};

/** A production in a list, with its show. */
export type ProductionEntry = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The id of the show. */
  show_id: string;
  /** The id of the theatre where it runs. */
  theatre_id: string;
  /** The day of the first night. */
  opening_date: string;
  /** The last day; null when the run is open-ended. */
  closing_date: string | null;
  show: {
    /** The record's ID. Treat it as text. */
    id: string;
    name: string;
    type: "musical" | "play" | "comedy" | "drama";
    description: string | null;
    /** Address of the show's image. */
    image: string | null;
  };
};

/** The assignment of a person to a production, in a role or without one. */
export type CastMember = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The id of the person. */
  person_id: string;
  /** The id of the production. */
  production_id: string;
  /** The id of the role. */
  role_id: string | null;
  role_type: "principal" | "ensemble" | "understudy" | "swing" | "standby" | "alternate";
  /** Position in billing; 1 is top billing. */
  billing_order: number | null;
};

/** A cast member in a list, with its person, production and role. */
export type CastMemberEntry = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The id of the person. */
  person_id: string;
  /** The id of the production. */
  production_id: string;
  /** The id of the role. */
  role_id: string | null;
  role_type: "principal" | "ensemble" | "understudy" | "swing" | "standby" | "alternate";
  /** Position in billing; 1 is top billing. */
  billing_order: number | null;
  person: {
    /** The record's ID. Treat it as text. */
    id: string;
    /** Full name. */
    name: string;
    /** Biography or description. */
    bio: string | null;
    /** Address of the headshot. */
    image: string | null;
  };
  production: {
    /** The record's ID. Treat it as text. */
    id: string;
    show: {
      name: string;
      type: "musical" | "play" | "comedy" | "drama";
    };
  };
  role: {
    /** The record's ID. Treat it as text. */
    id: string;
    /** The character's name. */
    name: string;
  } | null;
};

/** The assignment of a person to a production, behind the stage. */
export type CrewMember = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The id of the person. */
  person_id: string;
  /** The id of the production. */
  production_id: string;
  job: "author" | "adapter" | "translator" | "composer" | "lyricist" | "book" | "director" | "associate-director" | "choreographer" | "musical-director" | "musical-supervisor" | "orchestrator" | "arranger" | "set-designer" | "costume-designer" | "lighting-designer" | "sound-designer" | "video-designer" | "wigs-hair-and-make-up-designer" | "puppetry-designer" | "illusions-designer" | "fight-director" | "intimacy-director" | "movement-director" | "casting-director" | "dramaturg" | "producer" | "other";
  /** The words of the programme where they differ from the job; always set for `other`. */
  credit: string | null;
  /** Position in the published order; 1 is first. */
  billing_order: number | null;
};

/** A crew member in a list, with its person and production. */
export type CrewMemberEntry = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The id of the person. */
  person_id: string;
  /** The id of the production. */
  production_id: string;
  job: "author" | "adapter" | "translator" | "composer" | "lyricist" | "book" | "director" | "associate-director" | "choreographer" | "musical-director" | "musical-supervisor" | "orchestrator" | "arranger" | "set-designer" | "costume-designer" | "lighting-designer" | "sound-designer" | "video-designer" | "wigs-hair-and-make-up-designer" | "puppetry-designer" | "illusions-designer" | "fight-director" | "intimacy-director" | "movement-director" | "casting-director" | "dramaturg" | "producer" | "other";
  /** The words of the programme where they differ from the job; always set for `other`. */
  credit: string | null;
  /** Position in the published order; 1 is first. */
  billing_order: number | null;
  person: {
    /** The record's ID. Treat it as text. */
    id: string;
    /** Full name. */
    name: string;
    /** Biography or description. */
    bio: string | null;
    /** Address of the headshot. */
    image: string | null;
  };
  production: {
    /** The record's ID. Treat it as text. */
    id: string;
    show: {
      name: string;
      type: "musical" | "play" | "comedy" | "drama";
    };
  };
};

/** What is known about a record beyond its own fields. */
export type ShowDetails = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** Its other names. */
  aliases: Array<{
    name: string;
    /** A former name, another current one, or the legal one. */
    kind: "former" | "also" | "legal";
    /** Since when it is the name; null when that is not known. */
    from: string | null;
    /** Last day as a name; null if unknown or still in use. */
    to: string | null;
  }>;
  /** Its ids elsewhere, by scheme. */
  external_ids: {
    wikidata?: string;
    isni?: string;
    imdb?: string;
    ibdb?: string;
    musicbrainz?: string;
    theatricalia?: string;
  };
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
};

/** Where the facts about a record come from. */
export type ShowSources = {
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
  sources: Array<{
    /** The field of the record or of its details that it is the source of; null: the whole record. */
    field: "id" | "name" | "type" | "description" | "image" | "booking_until" | "aliases" | "external_ids" | "verified_at" | null;
    /** What was read: a page's title, a programme, a visit. */
    name: string;
    /** Where it can be read. */
    url: string | null;
    kind: "official" | "press" | "programme" | "reference" | "visit" | "submission";
    /** The day on which it was read. */
    read_on: string | null;
    note: string | null;
  }>;
};

/** What is known about a record beyond its own fields. */
export type TheatreDetails = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** Its other names. */
  aliases: Array<{
    name: string;
    /** A former name, another current one, or the legal one. */
    kind: "former" | "also" | "legal";
    /** Since when it is the name; null when that is not known. */
    from: string | null;
    /** Last day as a name; null if unknown or still in use. */
    to: string | null;
  }>;
  /** Its ids elsewhere, by scheme. */
  external_ids: {
    wikidata?: string;
    isni?: string;
    imdb?: string;
    ibdb?: string;
    musicbrainz?: string;
    theatricalia?: string;
  };
  /** Its own site. */
  website: string | null;
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
};

/** Where the facts about a record come from. */
export type TheatreSources = {
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
  sources: Array<{
    /** The field of the record or of its details that it is the source of; null: the whole record. */
    field: "id" | "name" | "address" | "postcode" | "lat" | "lng" | "capacity" | "current_show_id" | "aliases" | "external_ids" | "website" | "verified_at" | null;
    /** What was read: a page's title, a programme, a visit. */
    name: string;
    /** Where it can be read. */
    url: string | null;
    kind: "official" | "press" | "programme" | "reference" | "visit" | "submission";
    /** The day on which it was read. */
    read_on: string | null;
    note: string | null;
  }>;
};

/** What is known about a record beyond its own fields. */
export type PersonDetails = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** Its other names. */
  aliases: Array<{
    name: string;
    /** A former name, another current one, or the legal one. */
    kind: "former" | "also" | "legal";
    /** Since when it is the name; null when that is not known. */
    from: string | null;
    /** Last day as a name; null if unknown or still in use. */
    to: string | null;
  }>;
  /** Its ids elsewhere, by scheme. */
  external_ids: {
    wikidata?: string;
    isni?: string;
    imdb?: string;
    ibdb?: string;
    musicbrainz?: string;
    theatricalia?: string;
  };
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
};

/** Where the facts about a record come from. */
export type PersonSources = {
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
  sources: Array<{
    /** The field of the record or of its details that it is the source of; null: the whole record. */
    field: "id" | "name" | "bio" | "image" | "aliases" | "external_ids" | "verified_at" | null;
    /** What was read: a page's title, a programme, a visit. */
    name: string;
    /** Where it can be read. */
    url: string | null;
    kind: "official" | "press" | "programme" | "reference" | "visit" | "submission";
    /** The day on which it was read. */
    read_on: string | null;
    note: string | null;
  }>;
};

/** What is known about a record beyond its own fields. */
export type RoleDetails = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** Its other names. */
  aliases: Array<{
    name: string;
    /** A former name, another current one, or the legal one. */
    kind: "former" | "also" | "legal";
    /** Since when it is the name; null when that is not known. */
    from: string | null;
    /** Last day as a name; null if unknown or still in use. */
    to: string | null;
  }>;
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
};

/** Where the facts about a record come from. */
export type RoleSources = {
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
  sources: Array<{
    /** The field of the record or of its details that it is the source of; null: the whole record. */
    field: "id" | "name" | "description" | "production_id" | "aliases" | "verified_at" | null;
    /** What was read: a page's title, a programme, a visit. */
    name: string;
    /** Where it can be read. */
    url: string | null;
    kind: "official" | "press" | "programme" | "reference" | "visit" | "submission";
    /** The day on which it was read. */
    read_on: string | null;
    note: string | null;
  }>;
};

/** What is known about a record beyond its own fields. */
export type ProductionDetails = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The first performance before the press night. */
  first_preview: string | null;
  /** The press night, which is then the opening date. */
  press_night: string | null;
  /** Whether the run has an announced end. */
  run_type: "open" | "limited" | null;
  /** The length with intervals, in minutes. */
  running_minutes: number | null;
  /** How many intervals it has. */
  intervals: number | null;
  /** The recommended age. */
  age_from: number | null;
  /** What the audience is warned of. */
  content_notes: string | null;
  /** Where tickets are sold. */
  booking_url: string | null;
  /** The id of the production that moved here. */
  transfer_of: string | null;
  /** The ordinary week. */
  schedule: Array<{
    day: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
    /** In London on that day, `HH:MM`. */
    time: string;
    /** The first day of the period; null: the run's. */
    from: string | null;
    /** The last day of the period; null: the run's. */
    to: string | null;
  }>;
  /** What differs from the ordinary week. */
  performances: Array<{
    /** A calendar day, `YYYY-MM-DD`. */
    date: string;
    /** In London on that day, `HH:MM`. */
    time: string;
    /** `cancelled` names one of the schedule. */
    kind: "added" | "cancelled" | "captioned" | "audio-described" | "bsl" | "relaxed";
    note: string | null;
  }>;
  /** Its ids elsewhere, by scheme. */
  external_ids: {
    wikidata?: string;
    isni?: string;
    imdb?: string;
    ibdb?: string;
    musicbrainz?: string;
    theatricalia?: string;
  };
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
};

/** Where the facts about a record come from. */
export type ProductionSources = {
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
  sources: Array<{
    /** The field of the record or of its details that it is the source of; null: the whole record. */
    field: "id" | "show_id" | "theatre_id" | "opening_date" | "closing_date" | "first_preview" | "press_night" | "run_type" | "running_minutes" | "intervals" | "age_from" | "content_notes" | "booking_url" | "transfer_of" | "schedule" | "performances" | "external_ids" | "verified_at" | null;
    /** What was read: a page's title, a programme, a visit. */
    name: string;
    /** Where it can be read. */
    url: string | null;
    kind: "official" | "press" | "programme" | "reference" | "visit" | "submission";
    /** The day on which it was read. */
    read_on: string | null;
    note: string | null;
  }>;
};

/** What is known about a record beyond its own fields. */
export type CastMemberDetails = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** When the person was in it, in order of time. */
  engagements: Array<{
    /** The first day; null when it is not known. */
    from: string | null;
    /** The last day; null when it is not known or has not come. */
    to: string | null;
    /** Whether it is over; always true once the last day is past. */
    ended: boolean;
    /** Days on which the person is known to have been in it, in order: between them that is certain. */
    seen: Array<string>;
    note: string | null;
  }>;
  /** The roles of the same production that the person also plays when needed. */
  covers: Array<{
    /** The id of the role that is covered. */
    role_id: string;
    /** 1 is called first. */
    call_order: number | null;
  }>;
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
};

/** Where the facts about a record come from. */
export type CastMemberSources = {
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
  sources: Array<{
    /** The field of the record or of its details that it is the source of; null: the whole record. */
    field: "id" | "person_id" | "production_id" | "role_id" | "role_type" | "billing_order" | "engagements" | "covers" | "verified_at" | null;
    /** What was read: a page's title, a programme, a visit. */
    name: string;
    /** Where it can be read. */
    url: string | null;
    kind: "official" | "press" | "programme" | "reference" | "visit" | "submission";
    /** The day on which it was read. */
    read_on: string | null;
    note: string | null;
  }>;
};

/** What is known about a record beyond its own fields. */
export type CrewMemberDetails = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The first day, where it is not the run's. */
  from: string | null;
  /** The last day, where it is not the run's. */
  to: string | null;
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
};

/** Where the facts about a record come from. */
export type CrewMemberSources = {
  /** When staff last confirmed that everything about it is right; null: never. */
  verified_at: string | null;
  sources: Array<{
    /** The field of the record or of its details that it is the source of; null: the whole record. */
    field: "id" | "person_id" | "production_id" | "job" | "credit" | "billing_order" | "from" | "to" | "verified_at" | null;
    /** What was read: a page's title, a programme, a visit. */
    name: string;
    /** Where it can be read. */
    url: string | null;
    kind: "official" | "press" | "programme" | "reference" | "visit" | "submission";
    /** The day on which it was read. */
    read_on: string | null;
    note: string | null;
  }>;
};

/** A cast member in a list, with its engagements and covers. */
export type CastEntry = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The id of the person. */
  person_id: string;
  /** The id of the production. */
  production_id: string;
  /** The id of the role. */
  role_id: string | null;
  role_type: "principal" | "ensemble" | "understudy" | "swing" | "standby" | "alternate";
  /** Position in billing; 1 is top billing. */
  billing_order: number | null;
  person: {
    /** The record's ID. Treat it as text. */
    id: string;
    /** Full name. */
    name: string;
    /** Biography or description. */
    bio: string | null;
    /** Address of the headshot. */
    image: string | null;
  };
  production: {
    /** The record's ID. Treat it as text. */
    id: string;
    show: {
      name: string;
      type: "musical" | "play" | "comedy" | "drama";
    };
  };
  role: {
    /** The record's ID. Treat it as text. */
    id: string;
    /** The character's name. */
    name: string;
  } | null;
  /** When the person was in it, in order of time. */
  engagements: Array<{
    /** The first day; null when it is not known. */
    from: string | null;
    /** The last day; null when it is not known or has not come. */
    to: string | null;
    /** Whether it is over; always true once the last day is past. */
    ended: boolean;
    /** Days on which the person is known to have been in it, in order: between them that is certain. */
    seen: Array<string>;
    note: string | null;
  }>;
  /** The roles of the same production that the person also plays when needed, with their names. */
  covers: Array<{
    /** The id of the role that is covered. */
    role_id: string;
    /** 1 is called first. */
    call_order: number | null;
    /** The character's name. */
    name: string;
  }>;
  /** Whether it has engagements. */
  dated: boolean;
  /** Only with `on`: whether the person was certainly in it on that day. False means that the dates leave it open. */
  certain?: boolean;
  /** Only with `last_known=true`: the day itself, or the latest day before it on which the role, or the person without one, is known. */
  last_known_on?: string;
};

/** When a production plays. */
export type Performance = {
  /** A calendar day, `YYYY-MM-DD`. */
  date: string;
  /** In London, `HH:MM`. */
  time: string;
  /** The moment, with London's offset. */
  starts_at: string;
  access: Array<"captioned" | "audio-described" | "bsl" | "relaxed">;
};

/** A production that a person was in or worked on, and as what. */
export type PersonCredit = {
  production: ProductionEntry;
  theatre: {
    /** The record's ID. Treat it as text. */
    id: string;
    name: string;
  };
  /** The person's entries in the cast, in cast order. */
  cast_members: Array<CastEntry>;
  /** The person's entries in the creative team, in its order. */
  crew_members: Array<CrewMemberEntry>;
};

/** A production in a list, with its theatre. */
export type HousedProduction = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The id of the show. */
  show_id: string;
  /** The id of the theatre where it runs. */
  theatre_id: string;
  /** The day of the first night. */
  opening_date: string;
  /** The last day; null when the run is open-ended. */
  closing_date: string | null;
  show: {
    /** The record's ID. Treat it as text. */
    id: string;
    name: string;
    type: "musical" | "play" | "comedy" | "drama";
    description: string | null;
    /** Address of the show's image. */
    image: string | null;
  };
  theatre: {
    /** The record's ID. Treat it as text. */
    id: string;
    name: string;
  };
};

/** What is on, on one day. */
export type OnDay = {
  /** The day, `YYYY-MM-DD`. */
  date: string;
  timezone: "Europe/London";
  /** By the name of the show; an empty array when nothing runs. */
  productions: Array<{
    /** The record's ID. Treat it as text. */
    id: string;
    /** The id of the show. */
    show_id: string;
    /** The id of the theatre where it runs. */
    theatre_id: string;
    /** The day of the first night. */
    opening_date: string;
    /** The last day; null when the run is open-ended. */
    closing_date: string | null;
    show: {
      /** The record's ID. Treat it as text. */
      id: string;
      name: string;
      type: "musical" | "play" | "comedy" | "drama";
      description: string | null;
      /** Address of the show's image. */
      image: string | null;
    };
    theatre: Theatre;
    details: ProductionDetails;
    /** Those of the day, by time: empty when it does not play, null when nothing is known of the day. */
    performances: Array<{
      /** In London, `HH:MM`. */
      time: string;
      access: Array<"captioned" | "audio-described" | "bsl" | "relaxed">;
    }> | null;
    /** The number of days until the last one: 0 on the last day, null when the run is open-ended. */
    days_left: number | null;
    /** Only with `include=cast`: those who are in it on that day, as far as is known, in cast order. */
    cast?: Array<CastEntry>;
    /** Beside `cast`: false when no one is known. */
    cast_known?: boolean;
    /** Only with `include=crew`: the creative team, in its order. */
    crew?: Array<CrewMemberEntry>;
  }>;
};

/** A page of changes, in their order. */
export type Updates = {
  /** The address of the next page. Of an empty page it is its own: poll it. */
  next: string;
  items: Array<ShowUpdate | TheatreUpdate | PersonUpdate | RoleUpdate | ProductionUpdate | CastMemberUpdate | CrewMemberUpdate | Deletion>;
  /** The licence of the data. */
  license: string;
};

/** The records whose names match. */
export type SearchResults = {
  /** What was searched for, as it was sent. */
  q: string;
  /** The best matches first. */
  shows: Array<Show>;
  /** The best matches first. */
  theatres: Array<Theatre>;
  /** The best matches first. */
  people: Array<Person>;
  /** The best matches first. */
  roles: Array<Role>;
};

/** A list entry, without the members that `fields` leaves out, and with those that `include` adds. */
export type ShowSearchResult = {
  /** The record's ID. Treat it as text. */
  id: string;
  name?: string;
  type?: "musical" | "play" | "comedy" | "drama";
  description?: string | null;
  /** Address of the show's image. */
  image?: string | null;
  /** The last day that can be booked; null when there is no end date. */
  booking_until?: string | null;
  /** With `include=details`. */
  details?: ShowDetails;
  /** With `include=sources`. */
  sources?: ShowSources;
  /** With `include=productions`: the oldest first. */
  productions?: Array<HousedProduction>;
};

/** A list entry, without the members that `fields` leaves out, and with those that `include` adds. */
export type TheatreSearchResult = {
  /** The record's ID. Treat it as text. */
  id: string;
  name?: string;
  /** Street address. */
  address?: string | null;
  postcode?: string | null;
  /** Latitude in degrees (WGS 84). Points © OpenStreetMap contributors. */
  lat?: number | null;
  /** Longitude in degrees (WGS 84). */
  lng?: number | null;
  /** Number of seats. */
  capacity?: number | null;
  /** The id of the show that runs here now. */
  current_show_id?: string | null;
  /** With `include=details`. */
  details?: TheatreDetails;
  /** With `include=sources`. */
  sources?: TheatreSources;
  /** With `include=productions`: the oldest first. */
  productions?: Array<HousedProduction>;
  /** With `near`: the distance in metres. */
  distance_m?: number;
};

/** A list entry, without the members that `fields` leaves out, and with those that `include` adds. */
export type PersonSearchResult = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** Full name. */
  name?: string;
  /** Biography or description. */
  bio?: string | null;
  /** Address of the headshot. */
  image?: string | null;
  /** With `include=details`. */
  details?: PersonDetails;
  /** With `include=sources`. */
  sources?: PersonSources;
  /** With `include=credits`: the newest first. */
  credits?: Array<PersonCredit>;
};

/** A list entry, without the members that `fields` leaves out, and with those that `include` adds. */
export type RoleSearchResult = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The character's name. */
  name?: string;
  /** Who the character is. */
  description?: string | null;
  /** The id of the production that the role belongs to. */
  production_id?: string;
  /** With `include=details`. */
  details?: RoleDetails;
  /** With `include=sources`. */
  sources?: RoleSources;
};

/** A list entry, without the members that `fields` leaves out, and with those that `include` adds. */
export type ProductionSearchResult = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The id of the show. */
  show_id?: string;
  /** The id of the theatre where it runs. */
  theatre_id?: string;
  /** The day of the first night. */
  opening_date?: string;
  /** The last day; null when the run is open-ended. */
  closing_date?: string | null;
  show?: {
    /** The record's ID. Treat it as text. */
    id: string;
    name: string;
    type: "musical" | "play" | "comedy" | "drama";
    description: string | null;
    /** Address of the show's image. */
    image: string | null;
  };
  /** With `include=details`. */
  details?: ProductionDetails;
  /** With `include=sources`. */
  sources?: ProductionSources;
  /** With `include=theatre`: its theatre. */
  theatre?: Theatre;
  /** With `include=cast`: its cast, in cast order. */
  cast?: Array<CastEntry>;
  /** With `include=crew`: its creative team, in its order. */
  crew?: Array<CrewMemberEntry>;
};

/** A list entry, without the members that `fields` leaves out, and with those that `include` adds. */
export type CastMemberSearchResult = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The id of the person. */
  person_id?: string;
  /** The id of the production. */
  production_id?: string;
  /** The id of the role. */
  role_id?: string | null;
  role_type?: "principal" | "ensemble" | "understudy" | "swing" | "standby" | "alternate";
  /** Position in billing; 1 is top billing. */
  billing_order?: number | null;
  person?: {
    /** The record's ID. Treat it as text. */
    id: string;
    /** Full name. */
    name: string;
    /** Biography or description. */
    bio: string | null;
    /** Address of the headshot. */
    image: string | null;
  };
  production?: {
    /** The record's ID. Treat it as text. */
    id: string;
    show: {
      name: string;
      type: "musical" | "play" | "comedy" | "drama";
    };
    /** With `include=production.theatre`. */
    theatre?: Theatre;
  };
  role?: {
    /** The record's ID. Treat it as text. */
    id: string;
    /** The character's name. */
    name: string;
  } | null;
  /** With `include=details`. */
  details?: CastMemberDetails;
  /** With `include=sources`. */
  sources?: CastMemberSources;
};

/** A list entry, without the members that `fields` leaves out, and with those that `include` adds. */
export type CrewMemberSearchResult = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** The id of the person. */
  person_id?: string;
  /** The id of the production. */
  production_id?: string;
  job?: "author" | "adapter" | "translator" | "composer" | "lyricist" | "book" | "director" | "associate-director" | "choreographer" | "musical-director" | "musical-supervisor" | "orchestrator" | "arranger" | "set-designer" | "costume-designer" | "lighting-designer" | "sound-designer" | "video-designer" | "wigs-hair-and-make-up-designer" | "puppetry-designer" | "illusions-designer" | "fight-director" | "intimacy-director" | "movement-director" | "casting-director" | "dramaturg" | "producer" | "other";
  /** The words of the programme where they differ from the job; always set for `other`. */
  credit?: string | null;
  /** Position in the published order; 1 is first. */
  billing_order?: number | null;
  person?: {
    /** The record's ID. Treat it as text. */
    id: string;
    /** Full name. */
    name: string;
    /** Biography or description. */
    bio: string | null;
    /** Address of the headshot. */
    image: string | null;
  };
  production?: {
    /** The record's ID. Treat it as text. */
    id: string;
    show: {
      name: string;
      type: "musical" | "play" | "comedy" | "drama";
    };
    /** With `include=production.theatre`. */
    theatre?: Theatre;
  };
  /** With `include=details`. */
  details?: CrewMemberDetails;
  /** With `include=sources`. */
  sources?: CrewMemberSources;
};

/** What is public of a suggestion. */
export type SuggestionStatus = {
  /** The record's ID. Treat it as text. */
  id: string;
  /** `received`: not answered yet. `duplicate`: another suggestion that proposes the same was accepted. */
  state: "received" | "accepted" | "declined" | "duplicate";
  /** When it was answered, in UTC; null: not yet. */
  answered_at: string | null;
  /** Why it was answered so. Public. */
  reason: string | null;
};

/** The caller's quota for today. */
export type Quota = {
  /** The tier of the caller. */
  tier: "public" | "key" | "account";
  /** Requests per day. */
  limit: number;
  /** Requests left today. */
  remaining: number;
  /** When the limit resets: the Unix time, in whole seconds, of the next midnight UTC. */
  reset: number;
};

/** The process is running. */
export type Health = {
  status: "ok";
};

/** Whether the database and the limit store answer. */
export type Readiness = {
  status: "ready" | "not ready";
  /** `read-only`: the database answers but can't store anything, because its disk is full or it is a standby. */
  database: "ok" | "read-only" | "unreachable";
  /** How many seconds this instance's clock is ahead of the database's; negative: behind. Absent when they differ by at most ten. */
  clock_seconds_ahead?: number;
  /** The store that counts requests. While it is unreachable, each instance counts by itself. */
  limits: "ok" | "unreachable";
  /** Present while clients' addresses are unknown, so that all callers without a key share one limit: `CLIENT_ADDRESS` must be set. */
  client_addresses?: "unknown";
};

/** A new or changed show. */
export type ShowUpdate = {
  state: "updated";
  kind: "show";
  /** The record's ID. Treat it as text. */
  id: string;
  /** The number of the change. */
  modified: number;
  data: {
    /** The record's ID. Treat it as text. */
    id: string;
    name: string;
    type: "musical" | "play" | "comedy" | "drama";
    description: string | null;
    /** Address of the show's image. */
    image: string | null;
    /** The last day that can be booked; null when there is no end date. */
    booking_until: string | null;
    details: ShowDetails;
  };
};

/** A new or changed theatre. */
export type TheatreUpdate = {
  state: "updated";
  kind: "theatre";
  /** The record's ID. Treat it as text. */
  id: string;
  /** The number of the change. */
  modified: number;
  data: {
    /** The record's ID. Treat it as text. */
    id: string;
    name: string;
    /** Street address. */
    address: string | null;
    postcode: string | null;
    /** Latitude in degrees (WGS 84). Points © OpenStreetMap contributors. */
    lat: number | null;
    /** Longitude in degrees (WGS 84). */
    lng: number | null;
    /** Number of seats. */
    capacity: number | null;
    /** The id of the show that runs here now. */
    current_show_id: string | null;
    details: TheatreDetails;
  };
};

/** A new or changed person. */
export type PersonUpdate = {
  state: "updated";
  kind: "person";
  /** The record's ID. Treat it as text. */
  id: string;
  /** The number of the change. */
  modified: number;
  data: {
    /** The record's ID. Treat it as text. */
    id: string;
    /** Full name. */
    name: string;
    /** Biography or description. */
    bio: string | null;
    /** Address of the headshot. */
    image: string | null;
    details: PersonDetails;
  };
};

/** A new or changed role. */
export type RoleUpdate = {
  state: "updated";
  kind: "role";
  /** The record's ID. Treat it as text. */
  id: string;
  /** The number of the change. */
  modified: number;
  data: {
    /** The record's ID. Treat it as text. */
    id: string;
    /** The character's name. */
    name: string;
    /** Who the character is. */
    description: string | null;
    /** The id of the production that the role belongs to. */
    production_id: string;
    details: RoleDetails;
  };
};

/** A new or changed production. */
export type ProductionUpdate = {
  state: "updated";
  kind: "production";
  /** The record's ID. Treat it as text. */
  id: string;
  /** The number of the change. */
  modified: number;
  data: {
    /** The record's ID. Treat it as text. */
    id: string;
    /** The id of the show. */
    show_id: string;
    /** The id of the theatre where it runs. */
    theatre_id: string;
    /** The day of the first night. */
    opening_date: string;
    /** The last day; null when the run is open-ended. */
    closing_date: string | null;
    details: ProductionDetails;
  };
};

/** A new or changed cast member. */
export type CastMemberUpdate = {
  state: "updated";
  kind: "cast-member";
  /** The record's ID. Treat it as text. */
  id: string;
  /** The number of the change. */
  modified: number;
  data: {
    /** The record's ID. Treat it as text. */
    id: string;
    /** The id of the person. */
    person_id: string;
    /** The id of the production. */
    production_id: string;
    /** The id of the role. */
    role_id: string | null;
    role_type: "principal" | "ensemble" | "understudy" | "swing" | "standby" | "alternate";
    /** Position in billing; 1 is top billing. */
    billing_order: number | null;
    details: CastMemberDetails;
  };
};

/** A new or changed crew member. */
export type CrewMemberUpdate = {
  state: "updated";
  kind: "crew-member";
  /** The record's ID. Treat it as text. */
  id: string;
  /** The number of the change. */
  modified: number;
  data: {
    /** The record's ID. Treat it as text. */
    id: string;
    /** The id of the person. */
    person_id: string;
    /** The id of the production. */
    production_id: string;
    job: "author" | "adapter" | "translator" | "composer" | "lyricist" | "book" | "director" | "associate-director" | "choreographer" | "musical-director" | "musical-supervisor" | "orchestrator" | "arranger" | "set-designer" | "costume-designer" | "lighting-designer" | "sound-designer" | "video-designer" | "wigs-hair-and-make-up-designer" | "puppetry-designer" | "illusions-designer" | "fight-director" | "intimacy-director" | "movement-director" | "casting-director" | "dramaturg" | "producer" | "other";
    /** The words of the programme where they differ from the job; always set for `other`. */
    credit: string | null;
    /** Position in the published order; 1 is first. */
    billing_order: number | null;
    details: CrewMemberDetails;
  };
};

/** A deleted record. */
export type Deletion = {
  state: "deleted";
  kind: "show" | "theatre" | "person" | "role" | "production" | "cast-member" | "crew-member";
  /** The record's ID. Treat it as text. */
  id: string;
  /** The number of the change. */
  modified: number;
  /** The record of the same kind that it was merged into. */
  merged_into?: string;
};

/** The public reads, by their path under `/api`. */
export interface Reads {
  /** List shows. */
  "/shows": { parameters: Record<never, never>; answer: Array<Show> };
  /** Get one show. */
  "/shows/{id}": { parameters: { id: string }; answer: Show };
  /** Get the details of a show. */
  "/shows/{id}/details": { parameters: { id: string }; answer: ShowDetails };
  /** Get the sources of a show. */
  "/shows/{id}/sources": { parameters: { id: string }; answer: ShowSources };
  /** List theatres. */
  "/theatres": { parameters: Record<never, never>; answer: Array<Theatre> };
  /** Get one theatre. */
  "/theatres/{id}": { parameters: { id: string }; answer: Theatre };
  /** Get the details of a theatre. */
  "/theatres/{id}/details": { parameters: { id: string }; answer: TheatreDetails };
  /** Get the sources of a theatre. */
  "/theatres/{id}/sources": { parameters: { id: string }; answer: TheatreSources };
  /** List people. */
  "/people": { parameters: Record<never, never>; answer: Array<Person> };
  /** Get one person. */
  "/people/{id}": { parameters: { id: string }; answer: Person };
  /** Get the details of a person. */
  "/people/{id}/details": { parameters: { id: string }; answer: PersonDetails };
  /** Get the sources of a person. */
  "/people/{id}/sources": { parameters: { id: string }; answer: PersonSources };
  /** List roles. */
  "/roles": { parameters: { production_id?: Array<string> }; answer: Array<Role> };
  /** Get one role. */
  "/roles/{id}": { parameters: { id: string }; answer: Role };
  /** Get the details of a role. */
  "/roles/{id}/details": { parameters: { id: string }; answer: RoleDetails };
  /** Get the sources of a role. */
  "/roles/{id}/sources": { parameters: { id: string }; answer: RoleSources };
  /** List productions. */
  "/productions": { parameters: { theatre_id?: Array<string>; show_id?: Array<string> }; answer: Array<ProductionEntry> };
  /** Get one production. */
  "/productions/{id}": { parameters: { id: string }; answer: Production };
  /** Get the details of a production. */
  "/productions/{id}/details": { parameters: { id: string }; answer: ProductionDetails };
  /** Get the sources of a production. */
  "/productions/{id}/sources": { parameters: { id: string }; answer: ProductionSources };
  /** List cast members. */
  "/cast-members": { parameters: { person_id?: Array<string>; production_id?: Array<string> }; answer: Array<CastMemberEntry> };
  /** Get one cast member. */
  "/cast-members/{id}": { parameters: { id: string }; answer: CastMember };
  /** Get the details of a cast member. */
  "/cast-members/{id}/details": { parameters: { id: string }; answer: CastMemberDetails };
  /** Get the sources of a cast member. */
  "/cast-members/{id}/sources": { parameters: { id: string }; answer: CastMemberSources };
  /** List crew members. */
  "/crew-members": { parameters: { person_id?: string; production_id?: string; job?: "author" | "adapter" | "translator" | "composer" | "lyricist" | "book" | "director" | "associate-director" | "choreographer" | "musical-director" | "musical-supervisor" | "orchestrator" | "arranger" | "set-designer" | "costume-designer" | "lighting-designer" | "sound-designer" | "video-designer" | "wigs-hair-and-make-up-designer" | "puppetry-designer" | "illusions-designer" | "fight-director" | "intimacy-director" | "movement-director" | "casting-director" | "dramaturg" | "producer" | "other" }; answer: Array<CrewMemberEntry> };
  /** Get one crew member. */
  "/crew-members/{id}": { parameters: { id: string }; answer: CrewMember };
  /** Get the details of a crew member. */
  "/crew-members/{id}/details": { parameters: { id: string }; answer: CrewMemberDetails };
  /** Get the sources of a crew member. */
  "/crew-members/{id}/sources": { parameters: { id: string }; answer: CrewMemberSources };
  /** Get the cast of a production. */
  "/productions/{id}/cast": { parameters: { id: string; on?: string; dated?: "only"; last_known?: "true" | "false" }; answer: Array<CastEntry> };
  /** Get the crew of a production. */
  "/productions/{id}/crew": { parameters: { id: string }; answer: Array<CrewMemberEntry> };
  /** Get the performances of a production. */
  "/productions/{id}/performances": { parameters: { id: string; from?: string; to?: string }; answer: Array<Performance> };
  /** Get the credits of a person. */
  "/people/{id}/credits": { parameters: { id: string }; answer: Array<PersonCredit> };
  /** Get the players of a role. */
  "/roles/{id}/players": { parameters: { id: string }; answer: Array<CastEntry> };
  /** Get the productions of a show. */
  "/shows/{id}/productions": { parameters: { id: string }; answer: Array<HousedProduction> };
  /** Get what is on. */
  "/on": { parameters: { date?: string; theatre_id?: string; show_id?: string; include?: Array<"cast" | "crew">; dated?: "only"; last_known?: "true" | "false" }; answer: OnDay };
  /** List updates. */
  "/updates": { parameters: { afterChangeNumber?: number; startChangeNumber?: number; kind?: string; limit?: number }; answer: Updates };
  /** Search all names. */
  "/search": { parameters: { q?: string; limit?: number }; answer: SearchResults };
  /** Search shows. */
  "/search/shows": { parameters: { q?: string; type?: Array<"musical" | "play" | "comedy" | "drama">; show_id?: Array<string>; theatre_id?: Array<string>; person_id?: Array<string>; role_id?: Array<string>; production_id?: Array<string>; running_on?: string; external_id?: string; updated_since?: string; sort?: Array<"id" | "-id" | "name" | "-name" | "type" | "-type" | "description" | "-description" | "image" | "-image" | "booking_until" | "-booking_until">; fields?: Array<"id" | "name" | "type" | "description" | "image" | "booking_until">; include?: Array<"details" | "sources" | "productions">; limit?: number; cursor?: string; count?: "exact" }; answer: Array<ShowSearchResult> };
  /** Search theatres. */
  "/search/theatres": { parameters: { q?: string; show_id?: Array<string>; theatre_id?: Array<string>; person_id?: Array<string>; role_id?: Array<string>; production_id?: Array<string>; running_on?: string; near?: string; radius?: number; external_id?: string; updated_since?: string; sort?: Array<"id" | "-id" | "name" | "-name" | "address" | "-address" | "postcode" | "-postcode" | "lat" | "-lat" | "lng" | "-lng" | "capacity" | "-capacity" | "current_show_id" | "-current_show_id">; fields?: Array<"id" | "name" | "address" | "postcode" | "lat" | "lng" | "capacity" | "current_show_id" | "distance_m">; include?: Array<"details" | "sources" | "productions">; limit?: number; cursor?: string; count?: "exact" }; answer: Array<TheatreSearchResult> };
  /** Search people. */
  "/search/people": { parameters: { q?: string; job?: Array<"author" | "adapter" | "translator" | "composer" | "lyricist" | "book" | "director" | "associate-director" | "choreographer" | "musical-director" | "musical-supervisor" | "orchestrator" | "arranger" | "set-designer" | "costume-designer" | "lighting-designer" | "sound-designer" | "video-designer" | "wigs-hair-and-make-up-designer" | "puppetry-designer" | "illusions-designer" | "fight-director" | "intimacy-director" | "movement-director" | "casting-director" | "dramaturg" | "producer" | "other">; show_id?: Array<string>; theatre_id?: Array<string>; person_id?: Array<string>; role_id?: Array<string>; production_id?: Array<string>; running_on?: string; external_id?: string; updated_since?: string; sort?: Array<"id" | "-id" | "name" | "-name" | "bio" | "-bio" | "image" | "-image">; fields?: Array<"id" | "name" | "bio" | "image">; include?: Array<"details" | "sources" | "credits">; limit?: number; cursor?: string; count?: "exact" }; answer: Array<PersonSearchResult> };
  /** Search roles. */
  "/search/roles": { parameters: { q?: string; show_id?: Array<string>; theatre_id?: Array<string>; person_id?: Array<string>; role_id?: Array<string>; production_id?: Array<string>; updated_since?: string; sort?: Array<"id" | "-id" | "name" | "-name" | "description" | "-description" | "production_id" | "-production_id">; fields?: Array<"id" | "name" | "description" | "production_id">; include?: Array<"details" | "sources">; limit?: number; cursor?: string; count?: "exact" }; answer: Array<RoleSearchResult> };
  /** Search productions. */
  "/search/productions": { parameters: { q?: string; type?: Array<"musical" | "play" | "comedy" | "drama">; show_id?: Array<string>; theatre_id?: Array<string>; person_id?: Array<string>; role_id?: Array<string>; production_id?: Array<string>; running_on?: string; plays_on?: string; plays_at?: "matinee" | "evening"; access?: Array<"captioned" | "audio-described" | "bsl" | "relaxed">; opening_from?: string; opening_to?: string; closing_from?: string; closing_to?: string; external_id?: string; updated_since?: string; sort?: Array<"id" | "-id" | "show_id" | "-show_id" | "theatre_id" | "-theatre_id" | "opening_date" | "-opening_date" | "closing_date" | "-closing_date">; fields?: Array<"id" | "show_id" | "theatre_id" | "opening_date" | "closing_date" | "show">; include?: Array<"details" | "sources" | "theatre" | "cast" | "crew">; limit?: number; cursor?: string; count?: "exact" }; answer: Array<ProductionSearchResult> };
  /** Search cast members. */
  "/search/cast-members": { parameters: { q?: string; role_type?: Array<"principal" | "ensemble" | "understudy" | "swing" | "standby" | "alternate">; show_id?: Array<string>; theatre_id?: Array<string>; person_id?: Array<string>; role_id?: Array<string>; production_id?: Array<string>; updated_since?: string; sort?: Array<"id" | "-id" | "person_id" | "-person_id" | "production_id" | "-production_id" | "role_id" | "-role_id" | "role_type" | "-role_type" | "billing_order" | "-billing_order">; fields?: Array<"id" | "person_id" | "production_id" | "role_id" | "role_type" | "billing_order" | "person" | "production" | "role">; include?: Array<"details" | "sources" | "production.theatre">; limit?: number; cursor?: string; count?: "exact" }; answer: Array<CastMemberSearchResult> };
  /** Search crew members. */
  "/search/crew-members": { parameters: { q?: string; job?: Array<"author" | "adapter" | "translator" | "composer" | "lyricist" | "book" | "director" | "associate-director" | "choreographer" | "musical-director" | "musical-supervisor" | "orchestrator" | "arranger" | "set-designer" | "costume-designer" | "lighting-designer" | "sound-designer" | "video-designer" | "wigs-hair-and-make-up-designer" | "puppetry-designer" | "illusions-designer" | "fight-director" | "intimacy-director" | "movement-director" | "casting-director" | "dramaturg" | "producer" | "other">; show_id?: Array<string>; theatre_id?: Array<string>; person_id?: Array<string>; production_id?: Array<string>; updated_since?: string; sort?: Array<"id" | "-id" | "person_id" | "-person_id" | "production_id" | "-production_id" | "job" | "-job" | "credit" | "-credit" | "billing_order" | "-billing_order">; fields?: Array<"id" | "person_id" | "production_id" | "job" | "credit" | "billing_order" | "person" | "production">; include?: Array<"details" | "sources" | "production.theatre">; limit?: number; cursor?: string; count?: "exact" }; answer: Array<CrewMemberSearchResult> };
  /** Get the state of a suggestion. */
  "/suggestions/{id}": { parameters: { id: string }; answer: SuggestionStatus };
  /** Get your remaining requests. */
  "/quota": { parameters: Record<never, never>; answer: Quota };
  /** Get this document. */
  "/openapi.json": { parameters: Record<never, never>; answer: Record<string, unknown> };
  /** Get the types of the public reads. */
  "/openapi.d.ts": { parameters: Record<never, never>; answer: string };
  /** Liveness check. */
  "/health": { parameters: Record<never, never>; answer: Health };
  /** Readiness check. */
  "/health/ready": { parameters: Record<never, never>; answer: Readiness };
}
