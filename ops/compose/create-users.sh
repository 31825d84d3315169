#!/bin/sh
# Runs once, when PostgreSQL makes its folder: the database, its owner, and the users of lower rank (docs/runbook/database-roles.md).
set -eu
psql --no-psqlrc --quiet -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  -v owner="$OWNER_PASSWORD" -v web="$WEB_PASSWORD" -v engine="$ENGINE_PASSWORD" <<'SQL'
create role candor login nosuperuser nocreatedb nocreaterole password :'owner';
create role candor_app nologin noinherit nosuperuser nobypassrls;
create role candor_core nologin noinherit nosuperuser nobypassrls;
grant candor_app, candor_core to candor;
create role candor_web login password :'web' in role candor_app;
create role candor_engine login password :'engine' in role candor_core;
create database candor owner candor;
revoke connect, temporary on database candor from public;
grant connect on database candor to candor, candor_app, candor_core, candor_web, candor_engine;
SQL
