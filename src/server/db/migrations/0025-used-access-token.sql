-- Users -------------------------------------------------------------------------------------------------

-- When the newest access token that was used had been issued: whatever was given for a refresh token before it arrived.
alter table login_session add column used_token_at timestamptz;
