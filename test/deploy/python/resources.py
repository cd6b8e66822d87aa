"""
The types that moto's CloudFormation does not know, or knows without the properties that count, though moto's services do.
Each is made by the API calls that CloudFormation itself would make.
"""

import json

from cloudformation import aws, deleted_by, only, resource_type


def function(name, properties):
    settings = dict(properties)
    settings.pop("ReservedConcurrentExecutions", None)
    settings["Tags"] = {tag["Key"]: tag["Value"] for tag in settings.get("Tags", [])}
    return {**settings, "FunctionName": properties.get("FunctionName", name)}


def reserve(name, properties):
    reserved = properties.get("ReservedConcurrentExecutions")
    if reserved is not None:
        aws("lambda").put_function_concurrency(FunctionName=name, ReservedConcurrentExecutions=int(reserved))


def create_function(name, properties):
    made = aws("lambda").create_function(**function(name, properties))
    reserve(made["FunctionName"], properties)
    return made["FunctionName"], {"Arn": made["FunctionArn"]}


def update_function(name, properties):
    settings = function(name, properties)
    code = settings.pop("Code")
    for not_updated in ("Tags", "Architectures"):
        settings.pop(not_updated, None)
    aws("lambda").update_function_configuration(**settings)
    aws("lambda").update_function_code(FunctionName=name, **code)
    reserve(name, properties)


resource_type(
    "AWS::Lambda::Function",
    create_function,
    update_function,
    lambda name: aws("lambda").delete_function(FunctionName=name),
)


def put_policies(name, properties):
    iam = aws("iam")
    for policy in properties.get("Policies", []):
        iam.put_role_policy(
            RoleName=name, PolicyName=policy["PolicyName"], PolicyDocument=json.dumps(policy["PolicyDocument"])
        )
    for arn in properties.get("ManagedPolicyArns", []):
        iam.attach_role_policy(RoleName=name, PolicyArn=arn)


def create_role(name, properties):
    trust = json.dumps(properties["AssumeRolePolicyDocument"])
    role = aws("iam").create_role(RoleName=name, AssumeRolePolicyDocument=trust)["Role"]
    put_policies(name, properties)
    return name, {"Arn": role["Arn"], "RoleId": role["RoleId"]}


def delete_role(name):
    iam = aws("iam")
    for policy in iam.list_role_policies(RoleName=name)["PolicyNames"]:
        iam.delete_role_policy(RoleName=name, PolicyName=policy)
    for policy in iam.list_attached_role_policies(RoleName=name)["AttachedPolicies"]:
        iam.detach_role_policy(RoleName=name, PolicyArn=policy["PolicyArn"])
    iam.delete_role(RoleName=name)


resource_type("AWS::IAM::Role", create_role, put_policies, delete_role)


def keep_logs(name, properties):
    if "RetentionInDays" in properties:
        aws("logs").put_retention_policy(logGroupName=name, retentionInDays=int(properties["RetentionInDays"]))


def create_log_group(name, properties):
    name = properties.get("LogGroupName", name)
    aws("logs").create_log_group(logGroupName=name)
    keep_logs(name, properties)
    return name, {"Arn": aws("logs").describe_log_groups(logGroupNamePrefix=name)["logGroups"][0]["arn"]}


resource_type(
    "AWS::Logs::LogGroup", create_log_group, keep_logs, lambda name: aws("logs").delete_log_group(logGroupName=name)
)


def set_up_bucket(name, properties):
    s3 = aws("s3")
    if "PublicAccessBlockConfiguration" in properties:
        s3.put_public_access_block(
            Bucket=name, PublicAccessBlockConfiguration=properties["PublicAccessBlockConfiguration"]
        )
    if "OwnershipControls" in properties:
        s3.put_bucket_ownership_controls(Bucket=name, OwnershipControls=properties["OwnershipControls"])
    if "BucketEncryption" in properties:
        rules = [
            {"ApplyServerSideEncryptionByDefault": rule["ServerSideEncryptionByDefault"]}
            for rule in properties["BucketEncryption"]["ServerSideEncryptionConfiguration"]
        ]
        s3.put_bucket_encryption(Bucket=name, ServerSideEncryptionConfiguration={"Rules": rules})
    if "LifecycleConfiguration" in properties:
        rules = [lifecycle_rule(rule) for rule in properties["LifecycleConfiguration"]["Rules"]]
        s3.put_bucket_lifecycle_configuration(Bucket=name, LifecycleConfiguration={"Rules": rules})


def lifecycle_rule(rule):
    """S3 names what CloudFormation names otherwise."""
    made = {"ID": rule["Id"], "Status": rule["Status"], "Filter": {"Prefix": rule.get("Prefix", "")}}
    if "ExpirationInDays" in rule:
        made["Expiration"] = {"Days": int(rule["ExpirationInDays"])}
    return {**made, **only(rule, "AbortIncompleteMultipartUpload")}


def create_bucket(name, properties):
    name = properties.get("BucketName", name)
    s3 = aws("s3")
    s3.create_bucket(Bucket=name, CreateBucketConfiguration={"LocationConstraint": s3.meta.region_name})
    set_up_bucket(name, properties)
    return name, {"Arn": f"arn:aws:s3:::{name}", "DomainName": f"{name}.s3.amazonaws.com"}


resource_type("AWS::S3::Bucket", create_bucket, set_up_bucket, lambda name: aws("s3").delete_bucket(Bucket=name))


def put_bucket_policy(bucket, properties):
    aws("s3").put_bucket_policy(Bucket=bucket, Policy=json.dumps(properties["PolicyDocument"]))


def create_bucket_policy(_, properties):
    put_bucket_policy(properties["Bucket"], properties)
    return properties["Bucket"], {}


resource_type(
    "AWS::S3::BucketPolicy",
    create_bucket_policy,
    put_bucket_policy,
    lambda bucket: aws("s3").delete_bucket_policy(Bucket=bucket),
)


def create_secret(name, properties):
    wanted = properties.get("GenerateSecretString")
    manager = aws("secretsmanager")
    text = manager.get_random_password(**wanted)["RandomPassword"] if wanted else properties["SecretString"]
    settings = only(properties, "Description", "KmsKeyId")
    secret = manager.create_secret(Name=properties.get("Name", name), SecretString=text, **settings)
    return secret["ARN"], {"Id": secret["ARN"]}


resource_type(
    "AWS::SecretsManager::Secret",
    create_secret,
    lambda id, properties: aws("secretsmanager").update_secret(SecretId=id, **only(properties, "Description")),
    lambda id: aws("secretsmanager").delete_secret(SecretId=id, ForceDeleteWithoutRecovery=True),
)


def subscribe(_, properties):
    arn = aws("sns").subscribe(**properties, ReturnSubscriptionArn=True)["SubscriptionArn"]
    return arn, {"Arn": arn}


resource_type(
    "AWS::SNS::Subscription", subscribe, delete=lambda arn: aws("sns").unsubscribe(SubscriptionArn=arn)
)


def put_alarm(name, properties):
    name = properties.get("AlarmName", name)
    aws("cloudwatch").put_metric_alarm(**{**properties, "AlarmName": name})
    return name, {"Arn": aws("cloudwatch").describe_alarms(AlarmNames=[name])["MetricAlarms"][0]["AlarmArn"]}


resource_type(
    "AWS::CloudWatch::Alarm", put_alarm, put_alarm, lambda name: aws("cloudwatch").delete_alarms(AlarmNames=[name])
)


def create_api(name, properties):
    made = aws("apigatewayv2").create_api(**only(properties, "Name", "ProtocolType", "DisableExecuteApiEndpoint"))
    return made["ApiId"], {"ApiId": made["ApiId"], "ApiEndpoint": made["ApiEndpoint"]}


resource_type(
    "AWS::ApiGatewayV2::Api", create_api, lambda *_: None, lambda id: aws("apigatewayv2").delete_api(ApiId=id)
)


def create_stage(_, properties):
    settings = dict(properties.get("DefaultRouteSettings", {}))
    for number, kind in (("ThrottlingBurstLimit", int), ("ThrottlingRateLimit", float)):
        if number in settings:
            settings[number] = kind(settings[number])
    chosen = only(properties, "ApiId", "StageName", "AutoDeploy")
    aws("apigatewayv2").create_stage(**chosen, DefaultRouteSettings=settings)
    return properties["StageName"], {}


def create_integration(_, properties):
    settings = {**properties, "TimeoutInMillis": int(properties["TimeoutInMillis"])}
    return aws("apigatewayv2").create_integration(**settings)["IntegrationId"], {}


def create_route(_, properties):
    return aws("apigatewayv2").create_route(**properties)["RouteId"], {}


# They go with their API.
resource_type("AWS::ApiGatewayV2::Stage", create_stage)
resource_type("AWS::ApiGatewayV2::Integration", create_integration)
resource_type("AWS::ApiGatewayV2::Route", create_route)


def delete_layer(arn):
    name, version = arn.split(":")[-2:]
    aws("lambda").delete_layer_version(LayerName=name, VersionNumber=int(version))


deleted_by("AWS::Lambda::LayerVersion", delete_layer)
deleted_by("AWS::IAM::ManagedPolicy", lambda arn: aws("iam").delete_policy(PolicyArn=arn))


def create_event_bus(_, properties):
    name = properties["Name"]
    return name, {"Arn": aws("events").create_event_bus(**properties)["EventBusArn"], "Name": name}


# Moto makes one of its own name, and tells no id of it.
resource_type(
    "AWS::Events::EventBus", create_event_bus, delete=lambda name: aws("events").delete_event_bus(Name=name)
)
