CREATE TABLE "code_tries" (
	"code_id" integer NOT NULL,
	"sender" text NOT NULL,
	"tries" integer NOT NULL,
	CONSTRAINT "code_tries_code_id_sender_pk" PRIMARY KEY("code_id","sender")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_token_hash_pk" PRIMARY KEY("user_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "signin_failures" DROP CONSTRAINT "signin_failures_pkey";--> statement-breakpoint
ALTER TABLE "signin_failures" ADD COLUMN "by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "signin_failures" ADD CONSTRAINT "signin_failures_email_hash_by_pk" PRIMARY KEY("email_hash","by");--> statement-breakpoint
ALTER TABLE "code_tries" ADD CONSTRAINT "code_tries_code_id_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_devices_token" ON "known_devices" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "known_devices_used" ON "known_devices" USING btree ("last_used_at");