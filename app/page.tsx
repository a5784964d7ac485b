import type { Metadata } from "next";
import { notedInfrastructure } from "@/app/page-infrastructure";
import { Console } from "@/components/public/front-page/console";
import { KeyLink } from "@/components/public/front-page/key-link";
import { FirstCall } from "@/components/public/front-page/first-call";
import { GoodToKnow } from "@/components/public/front-page/good-to-know";
import { RecordCounts } from "@/components/public/front-page/record-counts";
import { LimitsSection } from "@/components/public/front-page/limits";
import { PageScript } from "@/components/public/page-script";
import { Poster } from "@/components/public/poster";
import { Today } from "@/components/public/front-page/today";
import { WhoAnswerView } from "@/components/public/who-answer";
import { dayInLondon } from "@/lib/core/dates";
import { pageNonce } from "@/app/public-page";
import { requestOrigin } from "@/app/service-origin";
import { resources } from "@/lib/resources/resources";
import { frontPageData } from "./front-page-data";
import { sessionOrNull } from "./session";

export const metadata: Metadata = { alternates: { canonical: "/" } };

export default async function FrontPage() {
  const running = await notedInfrastructure();
  const { settings, now } = running;
  const data = await frontPageData(running);
  const choices = resources.map(({ path, plural }) => ({
    path,
    plural,
    sample: data?.holdings.find((holding) => holding.path === path)?.sample ?? null,
  }));
  return (
    <div className="page-width">
      <div className="grid gap-x-16 gap-y-8 py-10 sm:py-14 lg:grid-cols-[5fr_6fr] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0">
          <h1 className="text-4xl leading-tight font-semibold sm:text-5xl xl:text-6xl">
            What’s on in the West End, as JSON
          </h1>
          <p className="mt-6 max-w-[60ch] text-lg text-muted">
            Theatre Listings is a public API of London’s theatres, their shows and the people in them: past runs and
            present, cast by cast, free to read without a key.
          </p>
          <KeyLink
            isSignedIn={(await sessionOrNull()) !== null}
            isSignUpOpen={settings.ALLOW_SIGNUP}
            keyLimit={settings.KEY_DAILY_LIMIT}
          />
          <FirstCall origin={await requestOrigin()} showId={data?.showId ?? null} />
        </div>
        <Console choices={choices} />
        <LimitsSection publicLimit={settings.PUBLIC_DAILY_LIMIT} keyLimit={settings.KEY_DAILY_LIMIT} />
      </div>
      {data && (
        <section aria-labelledby="poster" className="border-t border-line py-8">
          <h2 id="poster" className="sr-only">
            Who was in it?
          </h2>
          <Poster show={data.question?.show ?? ""} day={data.question?.day ?? data.day} shows={data.posterShows} />
          <div data-answer aria-live="polite" className="mt-4 min-h-24">
            {data.question && <WhoAnswerView answer={data.question.answer} show={data.question.show} role={null} />}
          </div>
          <PageScript nonce={await pageNonce()} />
        </section>
      )}
      <Today day={data?.day ?? dayInLondon(now())} runs={data?.today ?? null} />
      <RecordCounts holdings={data?.holdings ?? null} />
      <GoodToKnow data={data} />
    </div>
  );
}
