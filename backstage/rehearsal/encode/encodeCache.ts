import type { ShowGift } from '../show/gifts.ts';
import type { Person } from '../show/people.ts';
import { encodeGiftDetails } from './giftDetails.ts';
import { type Detail, encodePerson } from './person.ts';

/**
 * The parts that a show's messages have in common, each encoded once: the same viewers send the same gifts
 * again and again. Only the latest few thousand people are kept.
 */
export class EncodeCache {
  readonly detail: Detail;
  readonly #people = new Map<string, Uint8Array>();
  readonly #gifts = new Map<number, Uint8Array>();

  constructor(detail: Detail) {
    this.detail = detail;
  }

  person(person: Person): Uint8Array {
    const known = this.#people.get(person.id);
    if (known !== undefined) return known;
    const bytes = encodePerson(person, this.detail);
    if (this.#people.size >= 4000) this.#people.clear();
    this.#people.set(person.id, bytes);
    return bytes;
  }

  gift(gift: ShowGift): Uint8Array {
    const known = this.#gifts.get(gift.id);
    if (known !== undefined) return known;
    const bytes = encodeGiftDetails(gift, this.detail);
    this.#gifts.set(gift.id, bytes);
    return bytes;
  }
}
