#!/bin/sh
# Makes what this installation alone knows: passwords, and the certificate of NATS. Run it once, in this folder:
#   DOMAIN=example.com OPERATOR_EMAIL=you@example.com SMTP_URL=smtps://user:password@mail.example.com ./prepare.sh
# It writes .env and secrets/, readable by you alone, and changes nothing that is there already.
set -eu
umask 077
cd "$(dirname "$0")"
: "${DOMAIN:?the domain of the pages, e.g. example.com}"
: "${OPERATOR_EMAIL:?the mail address of the first operator}"
: "${SMTP_URL:?the mail server, e.g. smtps://user:password@mail.example.com}"
command -v openssl >/dev/null || { echo 'openssl is missing.' >&2; exit 1; }
if [ -e .env ]; then echo '.env is there already: nothing was changed.' >&2; exit 1; fi

mkdir -p secrets feeds
# Read by the user of the containers; a mapping that holds a key belongs to user 10001, mode 0600.
chmod 0755 feeds
# Begins with a letter: NATS reads a value of digits as a number.
secret() { echo "c$(openssl rand -hex 24)"; }

if [ ! -e secrets/ca.crt ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj '/CN=Candor NATS authority' \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign \
    -keyout secrets/ca.key -out secrets/ca.crt 2>/dev/null
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '/CN=nats' \
    -keyout secrets/nats.key -out secrets/nats.csr 2>/dev/null
  printf 'subjectAltName=DNS:nats\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n' > secrets/nats.ext
  openssl x509 -req -in secrets/nats.csr -CA secrets/ca.crt -CAkey secrets/ca.key -CAcreateserial -days 3650 \
    -extfile secrets/nats.ext -out secrets/nats.crt 2>/dev/null
  rm secrets/nats.csr secrets/nats.ext
  # Read by the users of the containers; the folder is closed to other users of this machine.
  chmod 0644 secrets/ca.crt secrets/nats.crt
  if [ "$(id -u)" = 0 ]; then chown 10001:10001 secrets/nats.key; else chmod 0644 secrets/nats.key; fi
fi

# Nothing is half written: the file appears with its last line.
cat > .env.draft <<ENV
HOSTS=m.$DOMAIN, api.$DOMAIN, files.$DOMAIN, desk.$DOMAIN
PUBLIC_HOST=m.$DOMAIN
FILES_HOST=files.$DOMAIN
CONSOLE_HOST=desk.$DOMAIN
ACME_EMAIL=$OPERATOR_EMAIL
OPERATOR_EMAIL=$OPERATOR_EMAIL
SMTP_URL=$SMTP_URL
MAIL_FROM=${MAIL_FROM:-no-reply@$DOMAIN}
FEED=${FEED:-}
POSTGRES_PASSWORD=$(secret)
OWNER_PASSWORD=$(secret)
WEB_PASSWORD=$(secret)
ENGINE_PASSWORD=$(secret)
NATS_MARKET=$(secret)
NATS_CORE=$(secret)
NATS_GATEWAY=$(secret)
NATS_JOBS=$(secret)
GRAFANA_PASSWORD=$(secret)
ENV
mv .env.draft .env
echo 'Passwords are in .env, the certificate of NATS in secrets/. Keep copies of both apart from the data.'
[ -n "${FEED:-}" ] || echo 'FEED is still empty: name your price feed in .env (docs/runbook/production.md).'
